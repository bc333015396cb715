// Propose: the mentions in some chapters; a claim is never about one of another chapter.
CYPHER 25
UNWIND $chapters AS uid
MATCH (chapter:Chapter {workspace: $workspace, uid: uid})-[:PART_OF]->(d:Document)
MATCH (chapter)<-[:PART_OF]-(chunk:Chunk)<-[f:FROM]-(m:Mention)
RETURN m.uid AS uid, chapter.uid AS chapter, d.key AS document, chapter.index AS number, m.kind AS kind, m.name AS name,
       m.folded AS folded, m.form AS form, m.full AS full, m.surface AS surface,
       chapter.index * 1000000000 + f.start AS told_at, m.phrase AS phrase, m.edtf AS edtf, m.earliest AS earliest,
       m.latest AS latest, m.precision AS precision, m.inferred AS inferred, m.anchor AS anchor,
       chunk.uid AS chunk, chunk.entry AS entry,
       CASE WHEN m.kind = 'place' AND chunk.start <= f.start AND f.end <= chunk.end
         THEN substring(chunk.text, f.end - chunk.start, 60) ELSE '' END AS after
ORDER BY told_at, uid
