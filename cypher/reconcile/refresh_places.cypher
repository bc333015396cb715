// Apply: what a place is called, from the mentions that name it, by its other names too.
CYPHER 25
UNWIND $uids AS uid
MATCH (p:Place {workspace: $workspace, uid: uid})-[:SUPPORTED_BY]->(m:Mention)
WITH p, collect(DISTINCT m.name) AS given, collect(DISTINCT CASE m.form WHEN 'alias' THEN m.surface END) AS others
SET p.names = COLLECT { UNWIND given + others AS name RETURN DISTINCT name ORDER BY name },
    p.name = COLLECT { UNWIND given AS name RETURN name ORDER BY size(name) DESC, name DESC LIMIT 1 }[0]
