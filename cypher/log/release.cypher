// Give back what an owner has claimed and not completed, so that nobody waits for it.
CYPHER 25
UNWIND ['reading', 'reply'] AS kind
MATCH (e:LogEntry {workspace: $workspace, kind: kind, status: 'pending'})
WHERE e.claimed_by = $owner
SET e.status = 'failed', e.reason = 'interrupted', e.claimed_by = null, e.claimed_at = null
