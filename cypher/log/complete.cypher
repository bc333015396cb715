// Complete entries with their payload; only a complete, valid reply ever comes here. Returns the replies that an entry was
// made from before and is not any more.
CYPHER 25
UNWIND $rows AS row
MERGE (e:LogEntry {workspace: $workspace, key: row.key})
ON CREATE SET e.attempts = 0
WITH e, row, [reply IN coalesce(e.replies, []) WHERE NOT reply IN coalesce(row.properties.replies, [])] AS dropped
SET e += row.properties, e.status = 'done', e.claimed_by = null, e.claimed_at = null, e.reason = null,
    e.recorded_at = coalesce(e.recorded_at, $now)
RETURN row.key AS key, dropped
