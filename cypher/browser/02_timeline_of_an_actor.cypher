// Timeline of an actor
// A table: what an actor ($actor) was, did and went through, in the order of story time.
CYPHER 25
MATCH (a:Actor {workspace: $workspace, folded: toLower($actor)})
CALL (a) {
  MATCH (a)-[r:HAS_ROLE]->(n:Role)
  RETURN n, r, 'is' AS how, n.label AS what
  UNION ALL
  MATCH (a)-[r:IN_STATE]->(n:State)
  RETURN n, r, 'is' AS how, n.label AS what
  UNION ALL
  MATCH (a)-[r:PARTICIPATES_IN]->(n:Verb)
  RETURN n, r, r.valence AS how, n.phrase AS what
}
RETURN date('1970-01-01') + duration('P1D') * r.valid_from AS `from`,
       date('1970-01-01') + duration('P1D') * r.valid_to AS until,
       date('1970-01-01') + duration('P1D') * r.seen_from AS seen,
       r.told_at / 1000000000 AS chapter,
       how,
       CASE n.polarity WHEN 'negated' THEN 'not: ' WHEN 'possible' THEN 'perhaps: ' ELSE '' END + what AS what,
       COLLECT { MATCH (n)-[:AT]->(:Space)-[:NAMED]->(p:Place) RETURN DISTINCT p.name ORDER BY p.name } AS `where`,
       r.source AS source
ORDER BY coalesce(r.valid_from, r.seen_from) IS NULL, coalesce(r.valid_from, r.seen_from), r.told_at, how, what
LIMIT 500
