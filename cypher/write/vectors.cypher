// Store the vectors of chunks.
CYPHER 25
UNWIND $rows AS row
MATCH (c:Chunk {workspace: $workspace, uid: row.uid})
CALL db.create.setNodeVectorProperty(c, 'embedding', row.embedding)
