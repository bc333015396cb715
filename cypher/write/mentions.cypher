// Write mentions with the span that names or means them.
CYPHER 25
UNWIND $rows AS row
MATCH (chunk:Chunk {workspace: $workspace, uid: row.chunk})
MERGE (m:Mention {workspace: $workspace, uid: row.uid})
ON CREATE SET m += row.properties
SET m.confidence = CASE WHEN coalesce(m.confidence, 0) < row.confidence THEN row.confidence ELSE m.confidence END
MERGE (m)-[f:FROM]->(chunk)
SET f += row.span
