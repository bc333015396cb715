// Read who is named or meant most in some chapters, those who are asked for before others.
CYPHER 25
UNWIND $chapters AS chapter
MATCH (ch:Chapter {workspace: $workspace, uid: chapter})
CALL (ch) {
  MATCH (ch)<-[:PART_OF]-(c:Chunk)<-[:FROM]-(m:Mention)<-[:SUPPORTED_BY]-(a:Actor)
  /*+ WHERE told(m) AND begun(c) */
  WITH a, count(DISTINCT m) AS weight
  ORDER BY a.uid IN $uids DESC, weight DESC, a.uid
  LIMIT $limit
  RETURN a.uid AS actor, weight
}
RETURN chapter, actor, weight
