// Read how alike the chunks of some chapters are to a phrase and to what all phrases of its sort have in common, in the
// order told.
CYPHER 25
UNWIND $chapters AS chapter
MATCH (ch:Chapter {workspace: $workspace, uid: chapter})<-[:PART_OF]-(c:Chunk)
WHERE c.embedding IS NOT NULL /*+ AND told(c) AND begun(c) */
RETURN chapter, ch.title AS title, c.scene AS scene, c.text AS text,
       vector.similarity.cosine(c.embedding, $vector) AS near, vector.similarity.cosine(c.embedding, $reference) AS common
ORDER BY chapter, c.start
