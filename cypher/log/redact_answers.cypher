// Redact summaries, answers and verdicts that rest on readings that are gone, or of which nobody says on what they rest; or
// all of them.
CYPHER 25
WITH [key IN $gone | right(key, 16)] AS gone
MATCH (e:LogEntry {workspace: $workspace})
WHERE e.task IN ['summarise', 'answer', 'verdict'] AND e.kind = 'reply' AND e.status = 'done'
  AND ($all OR e.rests_on IS NULL OR any(key IN e.rests_on WHERE key IN gone))
WITH e ORDER BY e.key
SET e.status = 'redacted', e.payload = null, e.rests_on = null, e.recorded_at = null, e.redacted_at = $now
