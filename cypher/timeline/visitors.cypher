// Read a place's dated rows: who was there, and what happened.
CYPHER 25
MATCH (p:Place {workspace: $workspace, uid: $uid})<-[:NAMED]-(s:Space)<-[r:AT]-(a:Actor)
/*+ WHERE stands(s) AND since(r) */
CALL (s, r) {
  MATCH (s)-[:SUPPORTED_BY]->(c:Claim)-[f:FROM]->(chunk:Chunk)-[:PART_OF]->(ch:Chapter)-[:PART_OF]->(d:Document)
  /*+ WHERE told(c) */
  RETURN {text: chunk.text, start: f.start - chunk.start, end: f.end - chunk.start, page: chunk.page,
          breaks: [p IN d.pages WHERE chunk.start < p < chunk.end | p - chunk.start]} AS quote, ch.index AS chapter, d.key AS document
  ORDER BY abs(c.told_at - r.told_at), c.uid
  LIMIT 1
}
OPTIONAL MATCH (date:Date {workspace: $workspace, earliest: r.valid_from})
  WHERE date.latest = r.valid_to
RETURN 'place' AS kind, s.uid AS uid, coalesce(/*+ name(a), */ a.name) AS what, 'asserted' AS polarity, '' AS interval, [] AS stated, '' AS valence, quote, chapter,
  document, r.told_at AS told_at, r.valid_from AS valid_from, r.valid_to AS valid_to, r.open AS open, r.valid_from AS day, r.source AS source,
  date.edtf AS edtf, [] AS phrases, [p.name] AS places, [] AS companions
ORDER BY valid_from IS NULL, valid_from, document, told_at, what
