// Apply: place coupling nodes, one for each scene and place in it; without a name the place is unresolved.
CYPHER 25
UNWIND $rows AS row
MATCH (c:Claim {workspace: $workspace, uid: row.claim})
MERGE (n:Space {workspace: $workspace, uid: row.uid})
ON CREATE SET n.chapter = row.chapter, n.scene = row.scene, n.workspace = $workspace
SET n.label = CASE WHEN n.label IS NULL OR row.label > n.label THEN row.label ELSE n.label END
MERGE (n)-[:SUPPORTED_BY]->(c)
