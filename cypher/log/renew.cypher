// Say that an owner still works: renew its turn and its claims.
CYPHER 25
UNWIND ['reading', 'reply', 'writer', 'rebuild'] AS kind
MATCH (e:LogEntry {workspace: $workspace, kind: kind, status: 'pending'})
WHERE e.claimed_by = $owner
WITH e ORDER BY e.key
SET e.claimed_at = $now
