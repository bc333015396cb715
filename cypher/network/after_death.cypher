// Find what actors are said to do on a day after the one by which they are dead; dates from a scene do not count.
CYPHER 25
CALL () {
  MATCH (v:Verb {workspace: $workspace})
  WHERE v.label IN keys($slots) AND v.polarity = 'asserted'
  MATCH (a:Actor)-[r:PARTICIPATES_IN]->(v)-[x:DURING]->(:Time)-[:DATED]->(d:Date)
  WHERE r.valence = $slots[v.label] AND x.source = 'explicit' AND d.latest IS NOT NULL AND ($actor = '' OR a.uid = $actor)
  RETURN a, v AS n, v.phrase AS what, d.latest AS dead_by, d.edtf AS edtf
  UNION ALL
  MATCH (s:State {workspace: $workspace})
  WHERE s.label IN $dead AND s.polarity = 'asserted'
  MATCH (a:Actor)-[r:IN_STATE]->(s)
  WHERE r.seen_from = r.seen_to AND ($actor = '' OR a.uid = $actor)
  RETURN a, s AS n, s.label AS what, r.seen_to AS dead_by, '' AS edtf
}
WITH a, n, what, dead_by, edtf
ORDER BY dead_by, n.uid
WITH a, head(collect({node: n, what: what, by: dead_by, edtf: edtf})) AS death
CALL (a, death) {
  MATCH (a)-[:PARTICIPATES_IN {valence: 'agent'}]->(w:Verb)-[x:DURING]->(:Time)-[:DATED]->(d:Date)
  WHERE w.polarity = 'asserted' AND x.source = 'explicit' AND d.earliest > death.by
    AND NOT d.edtf ENDS WITH '?' AND NOT w.label IN $still
  RETURN w, x, d
  ORDER BY d.earliest, w.uid
  LIMIT 3
}
WITH a, death, death.node AS n, w, x, d
RETURN a.uid AS actor, a.name AS name, a.kinds AS kinds, death.what AS what, death.by AS day, death.edtf AS edtf, n.uid AS uid,
       w.phrase AS deed, d.earliest AS other_day, d.edtf AS other_edtf, w.uid AS other_uid,
       head(COLLECT { MATCH (n)-[:SUPPORTED_BY]->(c:Claim) RETURN c.uid AS uid ORDER BY c.told_at, uid }) AS claim,
       head(COLLECT { MATCH (w)-[:SUPPORTED_BY]->(c:Claim) RETURN c.uid AS uid ORDER BY abs(c.told_at - x.told_at), uid }) AS other_claim
ORDER BY name, actor, other_day
LIMIT $limit
