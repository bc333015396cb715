// Let inputs be asked for again that a batch held and did not answer.
CYPHER 25
UNWIND $keys AS key
MATCH (e:LogEntry {workspace: $workspace, key: key})
SET e.workspace = $workspace // takes the lock before the status is read
WITH e
WHERE e.status = 'batched'
SET e.status = 'failed', e.reason = 'not answered by its batch'
