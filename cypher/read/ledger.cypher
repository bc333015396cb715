// Count log entries by kind and status.
CYPHER 25
MATCH (e:LogEntry {workspace: $workspace})
WHERE e.key IS NOT NULL
RETURN e.kind AS kind, e.status AS status, count(e) AS entries, collect(DISTINCT e.reason)[..5] AS reasons
ORDER BY kind, status
