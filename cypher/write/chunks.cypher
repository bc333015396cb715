// Write the chunks of a document, each in its chapter; NEXT joins neighbours inside one chapter only.
CYPHER 25
UNWIND $rows AS row
MATCH (chapter:Chapter {workspace: $workspace, uid: row.chapter})
MERGE (c:Chunk {workspace: $workspace, uid: row.uid})
ON CREATE SET c.status = 'pending'
SET c += row.properties
MERGE (c)-[:PART_OF]->(chapter)
WITH c, row
WHERE row.previous IS NOT NULL
MATCH (p:Chunk {workspace: $workspace, uid: row.previous})
MERGE (p)-[:NEXT]->(c)
