// List the batches that were begun and not read, the oldest first.
CYPHER 25
MATCH (e:LogEntry {workspace: $workspace, kind: 'batch', status: 'pending'})
RETURN e.payload AS payload
ORDER BY e.claimed_at, e.key
