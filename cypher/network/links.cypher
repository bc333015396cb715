// Read what pairs of actors share: deeds, places and times of scenes, the strongest first, each with the claims
// that say so: one about both, else one about each. Where a scene lends the place or time, the mention of each does.
CYPHER 25
UNWIND $pairs AS pair
MATCH (a:Actor {workspace: $workspace, uid: pair[0]})
MATCH (b:Actor {workspace: $workspace, uid: pair[1]})
CALL (a, b) {
  CALL (a, b) {
    MATCH (a)-[r:PARTICIPATES_IN]->(n:Verb)<-[q:PARTICIPATES_IN]-(b)
    WHERE n.polarity <> 'negated'
    RETURN 'deed' AS kind, n, n.phrase AS what, n.polarity AS polarity, r.source AS source, r.told_at AS told_at,
           r.valence AS valence, q.valence AS other_valence, CASE
             WHEN n.polarity = 'asserted' AND r.source = 'explicit' AND r.valence <> 'speaker' AND q.valence <> 'speaker' THEN 3
             ELSE 2 END AS grade
    UNION ALL
    MATCH (a)-[r:AT]->(n:Space)<-[q:AT]-(b)
    WHERE EXISTS { (n)-[:NAMED]->(:Place) }
    RETURN 'place' AS kind, n, head(COLLECT { MATCH (n)-[:NAMED]->(p:Place) RETURN p.name AS name ORDER BY name }) AS what,
           'asserted' AS polarity, CASE WHEN q.source = 'explicit' THEN r.source ELSE q.source END AS source,
           r.told_at AS told_at, '' AS valence, '' AS other_valence,
           CASE WHEN r.source = 'explicit' AND q.source = 'explicit' THEN 2 ELSE 1 END AS grade
    UNION ALL
    MATCH (a)-[r:DURING]->(n:Time)<-[q:DURING]-(b)
    WHERE EXISTS { (n)-[:DATED]->(:Date) }
    RETURN 'time' AS kind, n, head(COLLECT { MATCH (n)-[:DATED]->(d:Date) RETURN d.edtf AS edtf ORDER BY edtf }) AS what,
           'asserted' AS polarity, CASE WHEN q.source = 'explicit' THEN r.source ELSE q.source END AS source,
           r.told_at AS told_at, '' AS valence, '' AS other_valence, 1 AS grade
  }
  WITH kind, n, what, polarity, source, told_at, valence, other_valence, grade
  ORDER BY grade DESC, valence, other_valence
  WITH kind, n, head(collect({what: what, polarity: polarity, source: source, told_at: told_at, valence: valence,
                              other_valence: other_valence, grade: grade})) AS best
  ORDER BY best.grade DESC, kind, best.told_at, n.uid
  LIMIT $limit
  CALL (a, b, n, kind, best) {
    MATCH (n)-[:SUPPORTED_BY]->(c:Claim)
    WITH c.uid AS claim, abs(c.told_at - best.told_at) AS away,
         kind = 'deed' OR c.source = 'explicit' AS is_said, // else its words name one of many who share it
         head(COLLECT { MATCH (c)-[:ABOUT]->(m:Mention)<-[:SUPPORTED_BY]-(a) RETURN m.uid ORDER BY m.told_at, m.uid }) AS one,
         head(COLLECT { MATCH (c)-[:ABOUT]->(m:Mention)<-[:SUPPORTED_BY]-(b) RETURN m.uid ORDER BY m.told_at, m.uid }) AS other
    ORDER BY away, claim
    WITH collect(claim) AS all_claims,
         head(collect(CASE WHEN one IS NOT NULL AND other IS NOT NULL THEN CASE WHEN is_said THEN [claim] ELSE [one, other] END END)) AS of_both,
         head(collect(CASE WHEN one IS NOT NULL THEN CASE WHEN is_said THEN claim ELSE one END END)) AS of_one,
         head(collect(CASE WHEN other IS NOT NULL THEN CASE WHEN is_said THEN claim ELSE other END END)) AS of_other
    RETURN CASE
             WHEN of_both IS NOT NULL THEN of_both
             WHEN of_one IS NOT NULL AND of_other IS NOT NULL THEN [of_one, of_other]
             ELSE [coalesce(of_one, of_other, head(all_claims))] END AS claims
  }
  RETURN kind, n.uid AS uid, best, claims
}
RETURN pair[0] AS start, pair[1] AS end, kind, uid, best.what AS what, best.polarity AS polarity, best.source AS source,
       best.valence AS valence, best.other_valence AS other_valence, claims
