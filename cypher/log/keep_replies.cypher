// Keep what a model said of some items, each for good: a second reply to the same input changes nothing, nor does one
// that comes late to a text that was forgotten.
CYPHER 25
UNWIND $rows AS row
MERGE (e:LogEntry {workspace: $workspace, key: row.key})
ON CREATE SET e.attempts = 0
SET e.workspace = $workspace // takes the lock before the status is read
WITH e, row
WHERE e.status IS NULL OR NOT e.status IN ['done', 'redacted']
SET e += row.properties, e.kind = 'reply', e.status = 'done', e.claimed_by = null, e.claimed_at = null,
    e.reason = null, e.recorded_at = $now
