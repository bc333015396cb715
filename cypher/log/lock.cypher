// Take the lock of one entry: until the transaction ends, no other writes or forgets what it stands for.
CYPHER 25
MATCH (e:LogEntry {workspace: $workspace, key: $key})
SET e.workspace = $workspace
