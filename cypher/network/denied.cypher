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
     collect(CASE n.polarity WHEN 'asserted' THEN {node: n, rel: r} END) AS asserted,
     collect(CASE n.polarity WHEN 'negated' THEN {node: n, rel: r} END) AS negated
WHERE size(asserted) > 0 AND size(negated) > 0
UNWIND asserted AS one
UNWIND negated AS other
WITH a, type, label, one.node AS yes, one.rel AS r, other.node AS no, other.rel AS q
WHERE NOT EXISTS { (:Verb {polarity: 'asserted'})-[:ENDS|BRINGS_ABOUT]->(yes) }
  AND NOT EXISTS { (:Verb {polarity: 'asserted'})-[:ENDS|BRINGS_ABOUT]->(no) }
CALL (yes, r) {
  MATCH (yes)-[x:SUPPORTED_BY]->(c:Claim)-[:FROM]->(k:Chunk)-[:PART_OF]->(h:Chapter)-[:PART_OF]->(d:Document)
  WITH c, k, h, d, CASE WHEN COUNT { (yes)-[:SUPPORTED_BY]->() } = 1 THEN r ELSE x END AS when
  ORDER BY c.told_at, c.uid
  LIMIT 20
  RETURN {claim: c.uid, scene: k.scene, chapter: h.uid, document: d.key, valid_from: when.valid_from, valid_to: when.valid_to,
          open: when.open, seen_from: when.seen_from, seen_to: when.seen_to} AS said
}
CALL (no, q) {
  MATCH (no)-[x:SUPPORTED_BY]->(c:Claim)-[:FROM]->(k:Chunk)-[:PART_OF]->(h:Chapter)-[:PART_OF]->(d:Document)
  WITH c, k, h, d, CASE WHEN COUNT { (no)-[:SUPPORTED_BY]->() } = 1 THEN q ELSE x END AS when
  ORDER BY c.told_at, c.uid
  LIMIT 20
  RETURN {claim: c.uid, scene: k.scene, chapter: h.uid, document: d.key, valid_from: when.valid_from, valid_to: when.valid_to,
          open: when.open, seen_from: when.seen_from, seen_to: when.seen_to} AS denied
}
RETURN a.uid AS actor, a.name AS name, CASE type WHEN 'HAS_ROLE' THEN 'role' ELSE 'state' END AS kind, label,
       yes.interval AS interval, no.interval AS other_interval, yes.uid AS uid, no.uid AS other_uid, said, denied
LIMIT $limit
