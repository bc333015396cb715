// Move chunks on in the ledger: pending, read (told), held, failed.
CYPHER 25
UNWIND $rows AS row
MATCH (c:Chunk {workspace: $workspace, uid: row.uid})
SET c.status = row.status, c.reason = row.reason, c.refused = row.refused
