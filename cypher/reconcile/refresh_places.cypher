// Apply: what a place is called, from the mentions that name it.
CYPHER 25
UNWIND $uids AS uid
MATCH (p:Place {workspace: $workspace, uid: uid})-[:SUPPORTED_BY]->(m:Mention)
WITH p, collect(m) AS mentions
SET p.names = COLLECT {
      UNWIND mentions AS m
      UNWIND CASE WHEN m.form = 'alias' THEN [m.name, m.surface] ELSE [m.name] END AS name
      RETURN DISTINCT name ORDER BY name
    },
    p.name = COLLECT {
      UNWIND mentions AS m
      RETURN m.name AS name ORDER BY size(m.name) DESC, m.name DESC LIMIT 1
    }[0]
