// Propose: the mentions in some chunks, and those elsewhere in their chapters that a claim of these chunks is about.
CYPHER 25
UNWIND $chunks AS uid
MATCH (:Chunk {workspace: $workspace, uid: uid})<-[:FROM]-(said:Mention|Claim)
OPTIONAL MATCH (said)-[:ABOUT]->(other:Mention)
WITH collect(DISTINCT said) + collect(DISTINCT other) AS parts
UNWIND parts AS m
WITH DISTINCT m
WHERE m:Mention
MATCH (m)-[f:FROM]->(chunk:Chunk)-[:PART_OF]->(chapter:Chapter)-[:PART_OF]->(d:Document)
RETURN m.uid AS uid, chapter.uid AS chapter, d.key AS document, chapter.index AS number, m.kind AS kind, m.name AS name,
       m.folded AS folded, m.form AS form, m.full AS full, m.surface AS surface,
       chapter.index * 1000000000 + f.start AS told_at, m.phrase AS phrase, m.edtf AS edtf, m.earliest AS earliest,
       m.latest AS latest, m.precision AS precision, m.inferred AS inferred, m.anchor AS anchor,
       chunk.uid AS chunk, chunk.entry AS entry,
       CASE WHEN m.kind = 'place' AND chunk.start <= f.start AND f.end <= chunk.end
         THEN substring(chunk.text, f.end - chunk.start, 60) ELSE '' END AS after
ORDER BY told_at, uid
