// Say which keys the log has no completed entry of.
CYPHER 25
UNWIND $keys AS key
OPTIONAL MATCH (e:LogEntry {workspace: $workspace, key: key, status: 'done'})
WITH key, e
WHERE e IS NULL
RETURN key
