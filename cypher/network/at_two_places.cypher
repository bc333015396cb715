// Find actors that are told to be at two places on one exact day, where nothing tells that they moved.
// Scenes of one chapter, and of a chapter and the next, follow each other: there they may have moved.
CYPHER 25
CALL () {
  MATCH (a:Actor {workspace: $workspace, uid: $actor})
  RETURN a
  UNION
  MATCH (a:Actor {workspace: $workspace})
  WHERE a.uid IS NOT NULL AND $actor = ''
  RETURN a
}
MATCH (a)-[r:AT]->(s:Space)-[:NAMED]->(p:Place)
WHERE r.valid_from = r.valid_to AND r.source IN ['explicit', 'inherited']
WITH a, r.valid_from AS day, p, s.chapter AS chapter, s, r
ORDER BY r.source, r.told_at, s.uid
WITH a, day, p, chapter, head(collect({space: s, source: r.source, told_at: r.told_at})) AS stay
WITH a, day, collect({place: p, chapter: chapter, stay: stay})[..60] AS stays, count(DISTINCT p) AS places, count(DISTINCT chapter) AS chapters
WHERE places > 1 AND chapters > 1
WITH a, day, stays,
     COLLECT {
       MATCH (a)-[m:PARTICIPATES_IN {valence: 'agent'}]->(v:Verb {polarity: 'asserted'})
       WHERE v.label IN $motion AND (m.valid_from IS NULL OR m.valid_from <= day) AND (m.valid_to IS NULL OR m.valid_to >= day)
       UNWIND CASE WHEN m.valid_from IS NULL
         THEN COLLECT { MATCH (v)-[:SUPPORTED_BY]->(:Claim)-[:FROM]->(:Chunk)-[:PART_OF]->(h:Chapter) RETURN DISTINCT h.uid AS uid }
         ELSE [''] END AS chapter
       RETURN DISTINCT chapter
     } AS moves
WHERE NOT '' IN moves // '' is a dated one, an undated one counts in the chapters that tell of it
UNWIND stays AS one
UNWIND stays AS other
WITH a, day, moves, one, other, one.place AS p, other.place AS q
WHERE p.uid < q.uid AND one.chapter <> other.chapter
  AND NOT EXISTS { (p)-[:WITHIN]->{1,6}(q) }
  AND NOT EXISTS { (q)-[:WITHIN]->{1,6}(p) }
MATCH (h:Chapter {workspace: $workspace, uid: one.chapter})-[:PART_OF]->(d:Document)
MATCH (g:Chapter {workspace: $workspace, uid: other.chapter})-[:PART_OF]->(e:Document)
WHERE (d <> e OR abs(h.index - g.index) > 1) AND NOT h.uid IN moves AND NOT g.uid IN moves
LIMIT $limit
WITH a, day, p, q, one.stay AS here, other.stay AS there, one.chapter AS chapter, other.chapter AS other_chapter
RETURN a.uid AS actor, a.name AS name, day, p.name AS place, q.name AS other_place,
       here.space.uid AS uid, there.space.uid AS other_uid, here.source AS source, there.source AS other_source,
       all(uid IN [chapter, other_chapter] WHERE EXISTS {
         MATCH (a)-[x:DURING]->(t:Time)-[:DATED]->(d:Date)
         WHERE t.chapter = uid AND x.source = 'explicit' AND d.earliest = day AND d.latest = day
       }) AS is_dated,
       head(COLLECT { WITH here.space AS s MATCH (s)-[:SUPPORTED_BY]->(c:Claim) RETURN c.uid AS uid
         ORDER BY NOT EXISTS { (c)-[:ABOUT]->(:Mention)<-[:SUPPORTED_BY]-(a) }, abs(c.told_at - here.told_at), uid }) AS claim,
       head(COLLECT { WITH there.space AS s MATCH (s)-[:SUPPORTED_BY]->(c:Claim) RETURN c.uid AS uid
         ORDER BY NOT EXISTS { (c)-[:ABOUT]->(:Mention)<-[:SUPPORTED_BY]-(a) }, abs(c.told_at - there.told_at), uid }) AS other_claim
