// Find roles and states of one actor for which texts state two intervals.
CYPHER 25
CALL () {
  MATCH (a:Actor {workspace: $workspace, uid: $actor})
  RETURN a
  UNION
  MATCH (a:Actor {workspace: $workspace})
  WHERE a.uid IS NOT NULL AND $actor = ''
  RETURN a
}
MATCH (a)-[r:HAS_ROLE|IN_STATE]->(n:Role|State {polarity: 'asserted'})
WHERE n.interval <> ''
WITH a, type(r) AS type, n.label AS label, collect(n) AS parts
WHERE size(parts) > 1
UNWIND parts AS one
UNWIND parts AS other
WITH a, type, label, one, other
WHERE one.interval < other.interval
RETURN a.uid AS actor, a.name AS name, CASE type WHEN 'HAS_ROLE' THEN 'role' ELSE 'state' END AS kind, label,
       one.interval AS interval, other.interval AS other_interval, one.uid AS uid, other.uid AS other_uid,
       head(COLLECT { MATCH (one)-[:SUPPORTED_BY]->(c:Claim) RETURN c.uid AS uid ORDER BY c.told_at, uid }) AS claim,
       head(COLLECT { MATCH (other)-[:SUPPORTED_BY]->(c:Claim) RETURN c.uid AS uid ORDER BY c.told_at, uid }) AS other_claim
LIMIT $limit
