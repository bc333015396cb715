// List who is at work in a workspace: writers, which bear each other, and a rebuild, which must be alone.
CYPHER 25
UNWIND ['writer', 'rebuild'] AS kind
MATCH (e:LogEntry {workspace: $workspace, kind: kind, status: 'pending'})
RETURN e.key AS key, e.kind AS kind, e.claimed_by AS claimed_by, e.claimed_at AS claimed_at
ORDER BY key
