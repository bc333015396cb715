// Say of decisions that the held layer follows them.
CYPHER 25
UNWIND $keys AS key
MATCH (e:LogEntry {workspace: $workspace, key: key})
SET e.unfollowed = null
