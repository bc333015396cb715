// Find who is next to some actors: by a deed both take part in, or by a known place or time that both share in a scene.
// The strongest come first: grade 3 is a deed that a passage says outright, 2 another deed or a place said, 1 the rest.
CYPHER 25
UNWIND $uids AS uid
MATCH (a:Actor {workspace: $workspace, uid: uid})
CALL (a) {
  CALL (a) {
    MATCH (a)-[r:PARTICIPATES_IN]->(n:Verb)<-[q:PARTICIPATES_IN]-(b:Actor)
    WHERE n.polarity <> 'negated'
    RETURN b, n, CASE
      WHEN n.polarity = 'asserted' AND r.source = 'explicit' AND r.valence <> 'speaker' AND q.valence <> 'speaker' THEN 3
      ELSE 2 END AS grade
    UNION ALL
    MATCH (a)-[r:AT]->(n:Space)<-[q:AT]-(b:Actor)
    WHERE EXISTS { (n)-[:NAMED]->(:Place) }
    RETURN b, n, CASE WHEN r.source = 'explicit' AND q.source = 'explicit' THEN 2 ELSE 1 END AS grade
    UNION ALL
    MATCH (a)-[:DURING]->(n:Time)<-[:DURING]-(b:Actor)
    WHERE EXISTS { (n)-[:DATED]->(:Date) }
    RETURN b, n, 1 AS grade
  }
  WITH a, b, max(grade) AS grade, count(DISTINCT n) AS support
  WHERE b <> a
  RETURN b.uid AS near, grade, support
  ORDER BY grade DESC, support DESC, near
  LIMIT $fan
}
RETURN uid, near, grade, support
