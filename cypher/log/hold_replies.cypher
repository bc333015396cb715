// Leave inputs that an owner has claimed to a batch, which may hold them for longer than the owner lives.
CYPHER 25
UNWIND $keys AS key
MATCH (e:LogEntry {workspace: $workspace, key: key})
SET e.workspace = $workspace // takes the lock before the status is read
WITH e
WHERE e.status = 'pending' AND e.claimed_by = $owner
SET e.status = 'batched', e.claimed_by = $batch, e.claimed_at = null
