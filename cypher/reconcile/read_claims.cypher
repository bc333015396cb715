// Propose: the claims made in some chunks, with what each is about.
CYPHER 25
UNWIND $chunks AS uid
MATCH (chunk:Chunk {workspace: $workspace, uid: uid})-[:PART_OF]->(chapter:Chapter)-[:PART_OF]->(d:Document)
MATCH (chunk)<-[:FROM]-(c:Claim)
RETURN c.uid AS uid, chunk.uid AS chunk, chapter.uid AS chapter, d.key AS document, chunk.scene AS scene, c.kind AS kind,
       c.label AS label, c.phrase AS phrase, c.polarity AS polarity, c.source AS source, c.confidence AS confidence,
       c.told_at AS told_at, c.recorded_at AS recorded_at,
       COLLECT { MATCH (c)-[a:ABOUT]->(m:Mention) RETURN {valence: a.valence, uid: m.uid} } AS mentions,
       COLLECT { MATCH (c)-[a:ABOUT]->(t:Claim) RETURN {valence: a.valence, uid: t.uid} } AS claims
ORDER BY told_at, uid
