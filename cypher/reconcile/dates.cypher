// Apply: dates by EDTF value, with every mention that says them.
CYPHER 25
UNWIND $rows AS row
MATCH (m:Mention {workspace: $workspace, uid: row.mention})
MERGE (d:Date {workspace: $workspace, uid: row.uid})
ON CREATE SET d.edtf = row.edtf, d.earliest = row.earliest, d.latest = row.latest, d.precision = row.precision
SET d.workspace = $workspace
MERGE (d)-[:SUPPORTED_BY]->(m)
