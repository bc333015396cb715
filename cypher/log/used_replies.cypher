// List the replies that documents and readings were made from.
CYPHER 25
UNWIND ['document', 'reading'] AS kind
MATCH (e:LogEntry {workspace: $workspace, kind: kind, status: 'done'})
UNWIND coalesce(e.replies, []) AS reply
RETURN DISTINCT reply AS key
