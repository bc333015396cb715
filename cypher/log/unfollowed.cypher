// List the decisions that the held layer may not follow yet: they were just made, or who made them was killed.
CYPHER 25
MATCH (e:LogEntry {workspace: $workspace, kind: 'decision', status: 'done'})
WHERE e.unfollowed
RETURN e.key AS key
ORDER BY key
