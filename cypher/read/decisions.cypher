// List the decisions of a workspace in the order in which they were made, undone ones and undoings included.
CYPHER 25
MATCH (e:LogEntry {workspace: $workspace, kind: 'decision', status: 'done'})
RETURN e.number AS number, e.by AS by, e.reason AS reason, e.reply AS reply, e.repeat AS repeat, e.payload AS payload,
       toString(e.recorded_at) AS recorded_at
ORDER BY number
