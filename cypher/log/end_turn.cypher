// End a turn, so that nobody waits for it.
CYPHER 25
MATCH (e:LogEntry {workspace: $workspace, key: $key})
DETACH DELETE e
