// Take a turn in a workspace, and end the turns of those who are gone.
CYPHER 25
MERGE (e:LogEntry {workspace: $workspace, key: $key})
SET e.kind = $kind, e.status = 'pending', e.claimed_by = $owner, e.claimed_at = $now
WITH e
UNWIND $gone AS key
MATCH (left:LogEntry {workspace: $workspace, key: key})
DETACH DELETE left
