// Everything told of a day
// A table: what was done on a day ($day, say '1987-03-14'), or at a time so vague that it may have been that day.
CYPHER 25
WITH duration.inDays(date('1970-01-01'), date($day)).days AS day
MATCH (d:Date {workspace: $workspace})
WHERE d.earliest <= day <= d.latest
MATCH (d)<-[r:DATED]-(:Time)<-[:DURING]-(v:Verb)
RETURN d.edtf AS date,
       d.precision AS precision,
       r.phrase AS phrase,
       COLLECT { MATCH (a:Actor)-[x:PARTICIPATES_IN]->(v) RETURN DISTINCT a.name + ' (' + x.valence + ')' AS who ORDER BY who } AS who,
       CASE v.polarity WHEN 'negated' THEN 'not: ' WHEN 'possible' THEN 'perhaps: ' ELSE '' END + v.phrase AS what,
       COLLECT { MATCH (v)-[:AT]->(:Space)-[:NAMED]->(p:Place) RETURN DISTINCT p.name ORDER BY p.name } AS `where`,
       head(COLLECT { MATCH (v)-[:SUPPORTED_BY]->(c:Claim) RETURN c.told_at ORDER BY c.told_at }) AS told_at
ORDER BY d.latest - d.earliest, told_at, what
LIMIT 300
