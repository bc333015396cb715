// Redact what a model said of texts that are gone, if no document that stands was annotated by it.
CYPHER 25
UNWIND $keys AS key
MATCH (e:LogEntry {workspace: $workspace, key: key})
WHERE NOT EXISTS {
  MATCH (d:LogEntry {workspace: $workspace, kind: 'document', status: 'done'})
  WHERE key IN d.replies
}
SET e.status = 'redacted', e.payload = null, e.recorded_at = null, e.redacted_at = $now
