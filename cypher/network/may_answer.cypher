// Read open questions with the passages that may answer them: later ones that tell what actors they are about do.
CYPHER 25
MATCH (q:Question {workspace: $workspace, status: 'open'})
WHERE $actor = '' OR EXISTS { (q)-[:ABOUT]->(:Actor {uid: $actor}) }
  OR EXISTS { (q)-[:ABOUT]->(:Verb)<-[:PARTICIPATES_IN]-(:Actor {uid: $actor}) }
MATCH (q)-[:SUPPORTED_BY]->(r:Claim)-[:FROM]->(k:Chunk)-[:PART_OF]->(:Chapter)-[:PART_OF]->(d:Document)
WITH q, r, k, d
ORDER BY d.key, r.told_at, q.label
LIMIT $questions
CALL (q, r, k, d) {
  MATCH (q)-[:ABOUT]->(a:Actor)-[:PARTICIPATES_IN]->(v:Verb {polarity: 'asserted'})-[:SUPPORTED_BY]->(c:Claim)
  MATCH (c)-[:FROM]->(l:Chunk)-[:PART_OF]->(h:Chapter)-[:PART_OF]->(e:Document)
  WHERE l <> k AND (e <> d OR c.told_at > r.told_at)
  WITH q, d, l, h, e, c, count(DISTINCT a) AS shared, q.seeks ENDS WITH ' ' + v.stem AS fits
  ORDER BY fits DESC, shared DESC, c.told_at, c.uid
  WITH d, l, h, e, head(collect(c)) AS c, max(shared) AS most, max(CASE WHEN fits THEN 1 ELSE 0 END) AS same
  ORDER BY same DESC, most DESC, e = d DESC, e.key, c.told_at, c.uid
  LIMIT $passages
  RETURN collect({claim: c.uid, document: e.key, chapter: h.index, text: l.text, entry: l.entry}) AS found
}
RETURN q.uid AS uid, q.label AS label, k.text AS raised, k.entry AS entry, found
