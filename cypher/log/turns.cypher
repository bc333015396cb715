// List who is at work in a workspace: writers, which bear each other, and a rebuild, which must be alone.
CYPHER 25
UNWIND ['writer', 'rebuild'] AS kind
MATCH (e:LogEntry {workspace: $workspace, kind: kind, status: 'pending'})
WITH e.key AS key, kind, e.claimed_by AS claimed_by, e.claimed_at AS claimed_at
WHERE key IS NOT NULL AND claimed_by IS NOT NULL AND claimed_at IS NOT NULL // it may end while it is read
RETURN key, kind, claimed_by, claimed_at
ORDER BY key
