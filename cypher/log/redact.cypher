// Redact one entry: the payload goes, a tombstone stays. Returns the replies that it was made from.
CYPHER 25
MATCH (e:LogEntry {workspace: $workspace, key: $key})
WITH e, coalesce(e.replies, []) AS replies
SET e.status = 'redacted', e.payload = null, e.replies = null, e.recorded_at = null, e.redacted_at = $now
RETURN replies
