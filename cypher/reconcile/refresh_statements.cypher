// Apply: what is left of roles and states without bounds from which claims were taken. Names the claims of those states
// that narrow roles: which ones, the rest of their claims says.
CYPHER 25
UNWIND $statements AS statement
CALL (statement) {
  MATCH (:Actor)-[r:HAS_ROLE]->(n:Role {workspace: $workspace, statement: statement})
  RETURN r, n
  UNION
  MATCH (:Actor)-[r:IN_STATE]->(n:State {workspace: $workspace, statement: statement})
  RETURN r, n
}
MATCH (n)-[s:SUPPORTED_BY]->(c:Claim)
WITH r, n, min(s.seen_from) AS seen_from, max(s.seen_to) AS seen_to, min(c.told_at) AS told_at,
     min(c.recorded_at) AS recorded_at, max(c.confidence) AS confidence, collect(DISTINCT c.source) AS sources
SET r.seen_from = seen_from, r.seen_to = seen_to, r.told_at = told_at, r.recorded_at = recorded_at,
    r.confidence = confidence,
    r.source = head([source IN ['explicit', 'inherited', 'inferred'] WHERE source IN sources])
WITH n
MATCH (n)-[w:WITHIN]->(:Role)
DELETE w
WITH DISTINCT n
MATCH (n)-[:SUPPORTED_BY]->(c:Claim)
RETURN DISTINCT c.uid AS claim
