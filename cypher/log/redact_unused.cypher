// Redact entries of which no chunk is left: the payload goes, a tombstone stays. Returns the replies of each.
CYPHER 25
UNWIND $keys AS key
MATCH (e:LogEntry {workspace: $workspace, key: key})
WHERE NOT EXISTS { MATCH (c:Chunk {workspace: $workspace, entry: key}) }
WITH e, coalesce(e.replies, []) AS replies
SET e.status = 'redacted', e.payload = null, e.replies = null, e.recorded_at = null, e.redacted_at = $now
RETURN replies
