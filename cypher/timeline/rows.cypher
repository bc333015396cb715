// Read an actor's dated rows: roles, states, events and places, each with where it is told and its words.
CYPHER 25
MATCH (a:Actor {workspace: $workspace, uid: $uid})
CALL (a) {
  MATCH (a)-[r:HAS_ROLE]->(n:Role)
  /*+ WITH n, bounds(n) AS r WHERE holds(r) */
  RETURN 'role' AS kind, n, r, n.label AS what, n.polarity AS polarity, n.interval AS interval, '' AS valence
  UNION ALL
  MATCH (a)-[r:IN_STATE]->(n:State)
  /*+ WITH n, bounds(n) AS r WHERE holds(r) */
  RETURN 'state' AS kind, n, r, n.label AS what, n.polarity AS polarity, n.interval AS interval, '' AS valence
  UNION ALL
  MATCH (a)-[r:PARTICIPATES_IN]->(n:Verb)
  /*+ WHERE happened(n) AND part(a, n, r) WITH n, r.valence AS valence, telling(n) AS r */
  RETURN 'event' AS kind, n, r, coalesce(/*+ r.phrase, */ n.phrase) AS what, n.polarity AS polarity, '' AS interval,
         coalesce(/*+ valence, */ r.valence) AS valence
  UNION ALL
  MATCH (a)-[r:AT]->(n:Space)
  /*+ WHERE stands(n) AND since(r) */
  WITH n, r, COLLECT { // the most exact of its names
    MATCH (n)-[x:NAMED]->(p:Place)
    WHERE x.superseded_at IS NULL
      AND NOT EXISTS { (n)-[y:NAMED]->(:Place)-[:WITHIN]->{1,6}(p) WHERE y.superseded_at IS NULL }
    RETURN DISTINCT p.name AS name ORDER BY name
  } AS names
  WHERE size(names) > 0
  RETURN 'place' AS kind, n, r, reduce(what = head(names), name IN tail(names) | what + ', ' + name) AS what,
         'asserted' AS polarity, '' AS interval, '' AS valence
}
CALL (n, r) {
  MATCH (n)-[:SUPPORTED_BY]->(c:Claim)-[f:FROM]->(chunk:Chunk)-[:PART_OF]->(ch:Chapter)-[:PART_OF]->(d:Document)
  /*+ WHERE told(c) */
  RETURN {text: chunk.text, start: f.start - chunk.start, end: f.end - chunk.start, page: chunk.page,
          breaks: [p IN d.pages WHERE chunk.start < p < chunk.end | p - chunk.start]} AS quote, ch.index AS chapter, d.key AS document
  ORDER BY abs(c.told_at - r.told_at), c.uid
  LIMIT 1
}
OPTIONAL MATCH (date:Date {workspace: $workspace, earliest: coalesce(r.valid_from, r.seen_from)})
  WHERE coalesce(r.valid_to, r.seen_to) IS NULL OR date.latest = coalesce(r.valid_to, r.seen_to)
WITH kind, n, r, what, polarity, interval, valence, quote, chapter, document, date
ORDER BY coalesce(date.latest - date.earliest, 0), date.uid
WITH kind, n, r, what, polarity, interval, valence, quote, chapter, document, head(collect(date)) AS date
RETURN kind, n.uid AS uid, what, polarity, interval, /*+ coalesce(r.stated, []) + */ [interval] AS stated, valence, quote, chapter, document, r.told_at AS told_at,
  r.valid_from AS valid_from, r.valid_to AS valid_to, r.open AS open, coalesce(r.valid_from, r.seen_from) AS day, r.source AS source, date.edtf AS edtf,
  COLLECT { MATCH (t:Time)-[x:DATED]->(date) /*+ WHERE stands(t) */ RETURN DISTINCT x.phrase AS phrase ORDER BY phrase LIMIT 1 } AS phrases,
  COLLECT { MATCH (n)-[at:AT]->(s:Space)-[:NAMED]->(p:Place) /*+ WHERE stands(s) AND since(at) */ RETURN DISTINCT p.name AS name ORDER BY name } AS places,
  CASE kind WHEN 'event'
    THEN COLLECT { MATCH (b:Actor)-[x:PARTICIPATES_IN]->(n) WHERE b.uid <> $uid /*+ AND part(b, n, x) */ RETURN DISTINCT coalesce(/*+ name(b), */ b.name) AS name ORDER BY name }
    ELSE [] END AS companions
ORDER BY day IS NULL, day, document, told_at, kind, uid
