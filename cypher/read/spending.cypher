// Add up what calls of a model cost, by run and prompt, the latest run first.
CYPHER 25
MATCH (e:LogEntry {workspace: $workspace, kind: 'call'})
WHERE e.status IS NOT NULL // all have one, and the index wants to hear it
RETURN e.run AS run, e.task AS task, e.model AS model, collect(DISTINCT e.resolved) AS resolved, count(e) AS calls,
       sum(CASE WHEN e.status = 'failed' THEN 1 ELSE 0 END) AS failed, sum(e.tokens_in) AS tokens_in,
       sum(e.tokens_cached) AS tokens_cached, sum(e.tokens_out) AS tokens_out, sum(e.cost) AS cost,
       sum(CASE WHEN e.cost IS NULL AND e.tokens_in + e.tokens_out > 0 THEN 1 ELSE 0 END) AS unpriced
ORDER BY run DESC, task, model
