// Say on which readings some replies rest, so that they go with any of them; where one is gone already, they go at once.
CYPHER 25
UNWIND $rows AS row
MATCH (e:LogEntry {workspace: $workspace, key: row.key})
SET e.rests_on = [key IN row.readings | right(key, 16)]
WITH e, row
WHERE e.status = 'done' AND any(key IN row.readings WHERE NOT EXISTS { (:Chunk {workspace: $workspace, entry: key}) })
SET e.status = 'redacted', e.payload = null, e.rests_on = null, e.recorded_at = null, e.redacted_at = $now
