// List the document entries that stand.
CYPHER 25
MATCH (e:LogEntry {workspace: $workspace, kind: 'document', status: 'done'})
RETURN e.key AS key, e.payload AS payload, e.recorded_at AS recorded_at
ORDER BY key
