// Apply: what a place is called, from the mentions that name it.
CYPHER 25
UNWIND $uids AS uid
MATCH (p:Place {workspace: $workspace, uid: uid})-[:SUPPORTED_BY]->(m:Mention)
WITH p, m.name AS name
ORDER BY name
WITH p, collect(DISTINCT name) AS names
SET p.names = names,
    p.name = COLLECT { UNWIND names AS name RETURN name ORDER BY size(name) DESC, name DESC LIMIT 1 }[0]
