// Find who acts on whom: each ordered pair of actors with the deeds between them, most asserted deeds first.
// A speaker does not act: whom a speaker tells of is counted apart. Of a period are the deeds that lie inside of it.
CYPHER 25
CALL () {
  MATCH (:Chapter {workspace: $workspace, uid: $chapter})<-[:PART_OF]-(:Chunk)<-[:FROM]-(:Claim)<-[:SUPPORTED_BY]-(v:Verb)
  RETURN v
  UNION
  MATCH (:Actor {workspace: $workspace, uid: $actor})-[:PARTICIPATES_IN]->(v:Verb)
  WHERE $chapter = ''
  RETURN v
  UNION
  MATCH (v:Verb {workspace: $workspace})
  WHERE v.uid IS NOT NULL AND $chapter = '' AND $actor = ''
  RETURN v
}
MATCH (a:Actor)-[r:PARTICIPATES_IN]->(v)<-[q:PARTICIPATES_IN]-(b:Actor)
WHERE a <> b
  AND ($actor = '' OR a.uid = $actor OR b.uid = $actor)
  AND ($kind = '' OR ($kind IN a.kinds AND $kind IN b.kinds))
  AND ($first IS NULL OR r.valid_from >= $first)
  AND ($last IS NULL OR r.valid_to <= $last)
  AND ((r.valence = 'agent' AND q.valence IN ['patient', 'recipient', 'beneficiary', 'companion', 'goal', 'source'])
    OR (r.valence = 'speaker' AND q.valence IN ['agent', 'patient']
      AND NOT EXISTS { (a)-[:PARTICIPATES_IN {valence: 'agent'}]->(v) }))
WITH a, b, v, r, q
ORDER BY r.valence, q.valence
WITH a, b, v, head(collect({by: r.valence, to: q.valence, day: r.valid_from, until: r.valid_to, told_at: r.told_at})) AS act
WITH a, b, collect({verb: v, act: act}) AS deeds,
     count(CASE WHEN act.by = 'agent' AND v.polarity = 'asserted' THEN 1 END) AS asserted,
     count(CASE WHEN act.by = 'agent' AND v.polarity = 'negated' THEN 1 END) AS negated,
     count(CASE WHEN act.by = 'agent' AND v.polarity = 'possible' THEN 1 END) AS possible,
     count(CASE WHEN act.by = 'speaker' THEN 1 END) AS said
ORDER BY asserted DESC, possible DESC, negated DESC, said DESC, a.name, b.name, a.uid, b.uid
LIMIT $most
UNWIND range(0, size(deeds) - 1) AS number
WITH a, b, asserted, negated, possible, said, deeds[number].verb AS v, deeds[number].act AS act
CALL (v, act) {
  MATCH (v)-[:SUPPORTED_BY]->(c:Claim)-[:FROM]->(:Chunk)-[:PART_OF]->(h:Chapter)-[:PART_OF]->(d:Document)
  RETURN h.index AS chapter, d.key AS document
  ORDER BY abs(c.told_at - act.told_at), c.uid
  LIMIT 1
}
WITH a, b, asserted, negated, possible, said,
     {uid: v.uid, verb: v.label, phrase: v.phrase, polarity: v.polarity, by: act.by, to: act.to, first: act.day,
      last: act.until, when: coalesce(head(COLLECT {
        MATCH (date:Date {workspace: $workspace, earliest: act.day})
        WHERE date.latest = act.until OR (date.latest IS NULL AND act.until IS NULL)
        RETURN date.edtf AS edtf ORDER BY edtf
      }), ''), document: document, chapter: chapter, told_at: act.told_at} AS deed
ORDER BY deed.first IS NULL, deed.first, deed.document, deed.told_at, deed.uid
RETURN a.uid AS who, a.name AS who_name, b.uid AS whom, b.name AS whom_name, asserted, negated, possible, said,
       collect(deed) AS deeds
ORDER BY asserted DESC, possible DESC, negated DESC, said DESC, who_name, whom_name, who, whom
