// Propose: all that is said of some statements, claim by claim.
CYPHER 25
UNWIND $statements AS statement
CALL (statement) {
  MATCH (a:Actor)-[:HAS_ROLE]->(n:Role {workspace: $workspace, statement: statement})
  RETURN a, n, 'role' AS kind
  UNION
  MATCH (a:Actor)-[:IN_STATE]->(n:State {workspace: $workspace, statement: statement})
  RETURN a, n, 'state' AS kind
}
MATCH (n)-[s:SUPPORTED_BY]->(c:Claim)-[:FROM]->(:Chunk)-[:PART_OF]->(:Chapter)-[:PART_OF]->(d:Document)
RETURN statement, kind, a.uid AS actor, n.label AS label, n.polarity AS polarity, c.uid AS claim, d.key AS document,
       s.valid_from AS valid_from, s.valid_to AS valid_to, s.open AS open, s.seen_from AS seen_from, s.seen_to AS seen_to,
       s.interval AS interval, c.told_at AS told_at, c.recorded_at AS recorded_at, c.source AS source,
       c.confidence AS confidence
ORDER BY statement, claim
