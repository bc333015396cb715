// Read events in some chapters, of some actors if any are given, with where and when each is, in the order told.
CYPHER 25
UNWIND $chapters AS chapter
MATCH (ch:Chapter {workspace: $workspace, uid: chapter})<-[:PART_OF]-(chunk:Chunk)<-[:FROM]-(c:Claim {kind: 'verb'})
MATCH (c)<-[:SUPPORTED_BY]-(v:Verb {polarity: 'asserted'})
WHERE $uids = [] OR EXISTS { MATCH (v)<-[:PARTICIPATES_IN {valence: 'agent'}]-(a:Actor) WHERE a.uid IN $uids }
/*+ MATCH (v) WHERE told(c) AND happened(v) */
WITH DISTINCT v, ch, chunk.scene AS scene, c.told_at AS told_at
ORDER BY told_at, v.uid
LIMIT $limit
RETURN v.uid AS uid, coalesce(/*+ telling(v).phrase, */ v.phrase) AS text, ch.uid AS chapter, scene, told_at,
  COLLECT { MATCH (v)-[:AT]->(s:Space)-[:NAMED]->(p:Place) /*+ WHERE stands(s) */ RETURN p.uid } AS place,
  COLLECT { MATCH (v)-[:DURING]->(t:Time)-[:DATED]->(d:Date) /*+ WHERE stands(t) */ RETURN d.uid } AS date
ORDER BY told_at, uid
