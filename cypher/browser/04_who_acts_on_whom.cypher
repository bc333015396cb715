// Who acts on whom
// A table: the pairs of persons of whom one does most to, for or against the other, with what is done.
CYPHER 25
MATCH (v:Verb {workspace: $workspace, polarity: 'asserted'})
WHERE v.uid IS NOT NULL // lets the index find the nodes of the workspace
MATCH (a:Actor)-[:PARTICIPATES_IN {valence: 'agent'}]->(v)<-[r:PARTICIPATES_IN]-(b:Actor)
WHERE r.valence IN ['patient', 'recipient', 'beneficiary', 'companion', 'goal']
  AND 'person' IN a.kinds AND 'person' IN b.kinds AND a <> b
WITH a, b, v, min(r.told_at) AS told_at
ORDER BY told_at, v.uid
WITH a, b, count(*) AS times, collect(v.phrase) AS what
RETURN a.name AS who, b.name AS whom, times, what[..5] AS what
ORDER BY times DESC, who, whom
LIMIT 50
