// Apply: place coupling nodes: who and what shares one place in a scene, known or not.
CYPHER 25
UNWIND $rows AS row
MATCH (c:Claim {workspace: $workspace, uid: row.claim})
MERGE (n:Space {workspace: $workspace, uid: row.uid})
SET n.chapter = row.chapter,
    n.scene = row.scene,
    n.label = row.label
MERGE (n)-[:SUPPORTED_BY]->(c)
