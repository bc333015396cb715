// Take entries of a sealed log in; what stands under a key stays as it is.
CYPHER 25
UNWIND $rows AS row
MERGE (e:LogEntry {workspace: $workspace, key: row.key})
SET e.workspace = $workspace // takes the lock before it is read
WITH e, row
WHERE e.recorded_at IS NULL // it is new, pending, failed or redacted
SET e += row.properties
RETURN e.key AS key
