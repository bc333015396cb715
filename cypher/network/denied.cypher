// Find roles and states that are both asserted and denied of one actor, claim by claim, with when each is said to hold.
// What a verb begins or ends has changed and is no contradiction.
CYPHER 25
CALL () {
  MATCH (a:Actor {workspace: $workspace, uid: $actor})
  RETURN a
  UNION
  MATCH (a:Actor {workspace: $workspace})
  WHERE a.uid IS NOT NULL AND $actor = ''
  RETURN a
}
MATCH (a)-[r:HAS_ROLE|IN_STATE]->(n:Role|State)
WITH a, type(r) AS type, n.label AS label,
     collect(CASE n.polarity WHEN 'asserted' THEN n END) AS asserted,
     collect(CASE n.polarity WHEN 'negated' THEN n END) AS negated
WHERE size(asserted) > 0 AND size(negated) > 0
UNWIND asserted AS one
UNWIND negated AS other
WITH a, type, label, one AS yes, other AS no
WHERE NOT EXISTS { (:Verb {polarity: 'asserted'})-[:ENDS|BRINGS_ABOUT]->(yes) }
  AND NOT EXISTS { (:Verb {polarity: 'asserted'})-[:ENDS|BRINGS_ABOUT]->(no) }
CALL (yes) {
  MATCH (yes)-[x:SUPPORTED_BY]->(c:Claim)-[:FROM]->(k:Chunk)-[:PART_OF]->(h:Chapter)-[:PART_OF]->(d:Document)
  WITH c, k, h, d, x
  ORDER BY c.told_at, c.uid
  LIMIT 20
  RETURN {claim: c.uid, scene: k.scene, chapter: h.uid, document: d.key, valid_from: x.valid_from, valid_to: x.valid_to,
          open: x.open, seen_from: x.seen_from, seen_to: x.seen_to, interval: coalesce(x.interval, '')} AS said
}
CALL (no) {
  MATCH (no)-[x:SUPPORTED_BY]->(c:Claim)-[:FROM]->(k:Chunk)-[:PART_OF]->(h:Chapter)-[:PART_OF]->(d:Document)
  WITH c, k, h, d, x
  ORDER BY c.told_at, c.uid
  LIMIT 20
  RETURN {claim: c.uid, scene: k.scene, chapter: h.uid, document: d.key, valid_from: x.valid_from, valid_to: x.valid_to,
          open: x.open, seen_from: x.seen_from, seen_to: x.seen_to, interval: coalesce(x.interval, '')} AS denied
}
RETURN a.uid AS actor, a.name AS name, CASE type WHEN 'HAS_ROLE' THEN 'role' ELSE 'state' END AS kind, label,
       yes.uid AS uid, no.uid AS other_uid, said, denied
LIMIT $limit
