// Keep a turn until the transaction ends; no row if others took its owner for gone and went on.
CYPHER 25
MATCH (e:LogEntry {workspace: $workspace, key: $key})
SET e.claimed_at = $now
WITH e
WHERE e.key IS NOT NULL // it may have been removed while its lock was waited for
RETURN e.key AS key
