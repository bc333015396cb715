// Apply: remove held nodes by label and uid, and summaries of them; what still has support is made again from it.
CYPHER 25
UNWIND $rows AS row
MATCH (n:$(row.label) {workspace: $workspace, uid: row.uid})
OPTIONAL MATCH (s:Summary)-[:SUMMARISES]->(n)
DETACH DELETE s, n
