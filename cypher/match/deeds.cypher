// Read what some actors did in some chapters, in the order told.
CYPHER 25
UNWIND $uids AS actor
MATCH (a:Actor {workspace: $workspace, uid: actor})-[r:PARTICIPATES_IN {valence: 'agent'}]->(v:Verb {polarity: 'asserted'})
MATCH (v)-[:SUPPORTED_BY]->(c:Claim)-[:FROM]->(chunk:Chunk)-[:PART_OF]->(ch:Chapter)
WHERE ch.uid IN $chapters
WITH DISTINCT v, ch, chunk.scene AS scene, c.told_at AS told_at
RETURN v.uid AS uid, v.phrase AS text, ch.uid AS chapter, scene, told_at
ORDER BY told_at, uid
LIMIT $limit
