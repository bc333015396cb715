// Store summaries of actors in chapters with their vectors.
CYPHER 25
UNWIND $rows AS row
MATCH (a:Actor {workspace: $workspace, uid: row.actor})
MERGE (s:Summary {workspace: $workspace, uid: row.uid})
SET s += row.properties
MERGE (s)-[:SUMMARISES]->(a)
WITH s, row
CALL db.create.setNodeVectorProperty(s, 'embedding', row.embedding)
