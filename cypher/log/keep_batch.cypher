// Write down which inputs a batch holds: before it is made, and again when its id is known.
CYPHER 25
MERGE (e:LogEntry {workspace: $workspace, key: $key})
ON CREATE SET e.claimed_at = $now
SET e.kind = 'batch', e.status = 'pending', e.payload = $payload
