// List what a model said that is kept.
CYPHER 25
MATCH (e:LogEntry {workspace: $workspace, kind: 'reply', status: 'done'})
RETURN e.key AS key
