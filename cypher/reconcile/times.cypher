// Apply: time coupling nodes, one for each scene and time in it; without a name the time is unresolved.
CYPHER 25
UNWIND $rows AS row
MATCH (c:Claim {workspace: $workspace, uid: row.claim})
MERGE (n:Time {workspace: $workspace, uid: row.uid})
ON CREATE SET n.chapter = row.chapter, n.scene = row.scene, n.workspace = $workspace
SET n.label = CASE WHEN n.label IS NULL OR row.label > n.label THEN row.label ELSE n.label END
MERGE (n)-[:SUPPORTED_BY]->(c)
