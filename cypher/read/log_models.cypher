// Say which models have replied to which prompts, and which of their versions did.
CYPHER 25
MATCH (e:LogEntry {workspace: $workspace, kind: 'reply', status: 'done'})
RETURN toString(e.task) AS task, toString(e.task_uid) AS task_uid, toString(e.model) AS requested,
       coalesce(toString(e.resolved), '') AS resolved, count(e) AS n_entries
ORDER BY task, task_uid, requested, resolved
