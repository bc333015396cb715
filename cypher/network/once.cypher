// Read the events that happen to one actor once, of actors with two of them: each with the dates and places said of it.
CYPHER 25
CALL () {
  MATCH (:Actor {workspace: $workspace, uid: $actor})-[:PARTICIPATES_IN]->(v:Verb)
  WHERE v.label IN keys($slots)
  RETURN v
  UNION
  MATCH (v:Verb {workspace: $workspace})
  WHERE v.label IN keys($slots) AND $actor = ''
  RETURN v
}
MATCH (a:Actor)-[r:PARTICIPATES_IN]->(v)
WHERE v.polarity = 'asserted' AND r.valence = $slots[v.label] AND ($actor = '' OR a.uid = $actor)
WITH a, v, r
ORDER BY r.told_at, v.uid
WITH a, collect(v)[..40] AS verbs
WHERE size(verbs) > 1 OR COUNT { WITH verbs[0] AS v MATCH (v)-[:SUPPORTED_BY]->(:Claim) } > 1
UNWIND verbs AS v
CALL (v) {
  MATCH (v)-[x:DURING]->(:Time)-[:DATED]->(d:Date)
  WHERE x.source = 'explicit' AND NOT d.edtf ENDS WITH '?'
  RETURN x, d, NULL AS p
  UNION ALL
  MATCH (v)-[x:AT]->(:Space)-[:NAMED]->(p:Place)
  WHERE x.source = 'explicit'
  RETURN x, NULL AS d, p
}
WITH a, {label: v.label, phrase: v.phrase, uid: v.uid, told_at: x.told_at, edtf: d.edtf, first: d.earliest, last: d.latest,
         place: p.name, inside: COLLECT { MATCH (p)-[:WITHIN]->{1,6}(q:Place) RETURN DISTINCT q.name },
         claim: head(COLLECT { MATCH (v)-[:SUPPORTED_BY]->(c:Claim) RETURN c.uid AS uid ORDER BY abs(c.told_at - x.told_at), uid })} AS event
ORDER BY event.told_at, event.uid
WITH a, collect(event) AS events
RETURN a.uid AS actor, a.name AS name, a.kinds AS kinds, events
ORDER BY name, actor
LIMIT $limit
