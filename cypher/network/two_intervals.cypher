// Find roles and states of one actor for which texts state two intervals, claim by claim: one of them may hold both.
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
MATCH (n)-[x:SUPPORTED_BY]->(c:Claim)
WHERE x.interval <> ''
WITH a, type(r) AS type, n, x, c
ORDER BY c.told_at, c.uid
WITH a, type, n.label AS label, x.interval AS interval, head(collect({uid: n.uid, claim: c.uid})) AS said
WITH a, type, label, collect({interval: interval, uid: said.uid, claim: said.claim}) AS parts
WHERE size(parts) > 1
UNWIND parts AS one
UNWIND parts AS other
WITH a, type, label, one, other
WHERE one.interval < other.interval
RETURN a.uid AS actor, a.name AS name, CASE type WHEN 'HAS_ROLE' THEN 'role' ELSE 'state' END AS kind, label,
       one.interval AS interval, other.interval AS other_interval, one.uid AS uid, other.uid AS other_uid,
       one.claim AS claim, other.claim AS other_claim
LIMIT $limit
