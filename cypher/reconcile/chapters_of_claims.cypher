// Propose: the chapters in which some claims are made, or questions are raised.
CYPHER 25
UNWIND $uids AS uid
CALL (uid) {
  MATCH (c:Claim {workspace: $workspace, uid: uid})
  RETURN c
  UNION
  MATCH (:Question {workspace: $workspace, uid: uid})-[:SUPPORTED_BY]->(c:Claim)
  RETURN c
}
MATCH (c)-[:FROM]->(:Chunk)-[:PART_OF]->(chapter:Chapter)
RETURN DISTINCT chapter.uid AS uid
ORDER BY uid
