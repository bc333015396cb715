// Keep a failure with its reason; a later run tries it again.
CYPHER 25
UNWIND $rows AS row
MERGE (e:LogEntry {workspace: $workspace, key: row.key})
ON CREATE SET e.kind = $kind
SET e.status = 'failed', e.reason = row.reason, e.claimed_by = null, e.claimed_at = null
