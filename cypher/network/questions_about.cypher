// Read the questions about an actor, or about what it takes part in, with all that they are about, where they are raised, and what answers them.
CYPHER 25
MATCH (who:Actor {workspace: $workspace, uid: $actor})
CALL (who) {
  MATCH (who)<-[:ABOUT]-(q:Question)
  RETURN q
  UNION
  MATCH (who)-[:PARTICIPATES_IN]->(:Verb)<-[:ABOUT]-(q:Question)
  RETURN q
}
WITH q
WHERE q.status IN $statuses
MATCH (q)-[:SUPPORTED_BY]->(c:Claim)-[f:FROM]->(k:Chunk)-[:PART_OF]->(h:Chapter)-[:PART_OF]->(d:Document)
/*+ WHERE told(c) AND begun(k) */
WITH q, c, f, k, h, d
ORDER BY d.key, c.told_at, q.label
LIMIT $limit
RETURN q.uid AS uid, q.label AS label, q.status AS status,
       COLLECT { MATCH (q)-[:ABOUT]->(a:Actor) RETURN DISTINCT coalesce(/*+ name(a), */ a.name) AS name ORDER BY name } AS about,
       {uid: c.uid, start: f.start, end: f.end, text: k.text, chunk_start: k.start, page: k.page, breaks: k.breaks,
        document: d.key, chapter: h.index, title: h.title} AS raised,
       COLLECT {
         MATCH (q)-[r:ANSWERED_BY]->(n)
         MATCH (a:Claim {workspace: $workspace, uid: r.claim})-[g:FROM]->(l:Chunk)-[:PART_OF]->(i:Chapter)-[:PART_OF]->(e:Document)
         /*+ WHERE told(a) AND CASE WHEN n:Verb THEN happened(n) ELSE stands(n) END */
         RETURN {by: r.by,
           what: coalesce(/*+ CASE WHEN n:Verb THEN telling(n).phrase END, */ n.phrase,
             head(COLLECT { MATCH (n)-[s:NAMED]->(p:Place) WHERE s.superseded_at IS NULL RETURN p.name ORDER BY p.name }),
             head(COLLECT { MATCH (n)-[s:DATED]->(p:Date) WHERE s.superseded_at IS NULL RETURN p.edtf ORDER BY p.edtf }),
             n.label),
           passage: {uid: a.uid, start: g.start, end: g.end, text: l.text, chunk_start: l.start, page: l.page,
             breaks: l.breaks, document: e.key, chapter: i.index, title: i.title}}
       } AS answers
ORDER BY raised.document, c.told_at, label
