// Count log entries by kind and status, with some reasons of failures.
CYPHER 25
MATCH (e:LogEntry {workspace: $workspace})
WHERE e.key IS NOT NULL
RETURN e.kind AS kind, e.status AS status, count(e) AS entries, collect(DISTINCT CASE e.kind WHEN 'decision' THEN null ELSE e.reason END)[..5] AS reasons
ORDER BY kind, status
