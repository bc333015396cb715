// Let inputs be asked for again that a batch held and did not answer.
CYPHER 25
UNWIND $keys AS key
MATCH (e:LogEntry {workspace: $workspace, key: key})
SET e.workspace = $workspace // takes the lock before the status is read
WITH e
WHERE e.status = 'batched' AND e.claimed_by = $batch // another may hold it by now
SET e.status = 'failed', e.claimed_by = null, e.reason = 'not answered by its batch'
