// Claim keys before the work on them: a new key, a failed or redacted one, or one whose earlier owner is gone.
CYPHER 25
UNWIND $keys AS key
MERGE (e:LogEntry {workspace: $workspace, key: key})
ON CREATE SET e.kind = $kind, e.status = 'pending', e.claimed_by = $owner, e.claimed_at = $now, e.attempts = 0
SET e.workspace = $workspace // takes the lock before the status is read
WITH e
WHERE e.status IN ['failed', 'redacted'] OR (e.status = 'pending' AND (e.claimed_by = $owner OR e.claimed_by IN $gone))
SET e.status = 'pending', e.claimed_by = $owner, e.claimed_at = $now, e.attempts = coalesce(e.attempts, 0) + 1
RETURN e.key AS key
