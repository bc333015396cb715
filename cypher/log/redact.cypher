// Redact one entry: the payload goes, a tombstone stays.
CYPHER 25
MATCH (e:LogEntry {workspace: $workspace, key: $key})
SET e.status = 'redacted', e.payload = null, e.recorded_at = null, e.redacted_at = $now
