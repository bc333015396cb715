// Keep a failure with its reason; a later run tries it again. What somebody has completed meanwhile stands.
CYPHER 25
UNWIND $rows AS row
MERGE (e:LogEntry {workspace: $workspace, key: row.key})
ON CREATE SET e.kind = $kind
SET e.workspace = $workspace // takes the lock before the status is read
WITH e, row
WHERE e.status IS NULL OR e.status <> 'done'
SET e.status = 'failed', e.reason = row.reason, e.claimed_by = null, e.claimed_at = null
