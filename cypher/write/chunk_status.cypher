// Move chunks on in the ledger: pending, read (told), held, failed. What another writer has brought into the held layer
// stays held when it is told once more; the lock comes before the look at it.
CYPHER 25
UNWIND $rows AS row
MATCH (c:Chunk {workspace: $workspace, uid: row.uid})
SET c.workspace = $workspace
WITH c, row, c.status = 'held' AND row.status = 'read' AS stays
SET c.status = CASE WHEN stays THEN 'held' ELSE row.status END, c.reason = row.reason, c.refused = row.refused
