// Write claims with the span that makes them.
CYPHER 25
UNWIND $rows AS row
MATCH (chunk:Chunk {workspace: $workspace, uid: row.chunk})
MERGE (c:Claim {workspace: $workspace, uid: row.uid})
ON CREATE SET c += row.properties
MERGE (c)-[f:FROM]->(chunk)
SET f += row.span
