// List the names of all actors.
CYPHER 25
MATCH (a:Actor {workspace: $workspace})
WHERE a.uid IS NOT NULL
  /*+ AND EXISTS { (a)-[:SUPPORTED_BY]->(m:Mention) WHERE told(m) AND EXISTS { (m)-[:FROM]->(k:Chunk) WHERE begun(k) } } */
RETURN a.uid AS uid, coalesce(/*+ name(a), */ a.name) AS name
ORDER BY uid
