// Propose: the mentions in some chunks, and those elsewhere that a claim of these chunks is about.
CYPHER 25
UNWIND $chunks AS chunk
MATCH (:Chunk {workspace: $workspace, uid: chunk})<-[:FROM]-(said:Mention|Claim)
OPTIONAL MATCH (said)-[:ABOUT]->(other:Mention)
WITH collect(DISTINCT said) + collect(DISTINCT other) AS parts
UNWIND parts AS m
WITH DISTINCT m
WHERE m:Mention
MATCH (m)-[f:FROM]->(k:Chunk)-[:PART_OF]->(chapter:Chapter)
RETURN m.uid AS uid, chapter.uid AS chapter, m.kind AS kind, m.name AS name, m.folded AS folded, m.form AS form,
       m.full AS full, m.surface AS surface, chapter.index * 1000000000 + f.start AS told_at, m.phrase AS phrase,
       m.edtf AS edtf, m.earliest AS earliest, m.latest AS latest, m.precision AS precision, m.inferred AS inferred,
       m.anchor AS anchor,
       CASE WHEN m.kind = 'place' AND k.start <= f.start AND f.end <= k.end
         THEN substring(k.text, f.end - k.start, 60) ELSE '' END AS after
ORDER BY told_at, uid
