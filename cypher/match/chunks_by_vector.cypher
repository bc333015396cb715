// Find the chunks nearest in meaning.
CYPHER 25
MATCH (c:Chunk)
  SEARCH c IN (VECTOR INDEX chunk_vector FOR $vector WHERE c.workspace = $workspace LIMIT $limit) SCORE AS score
MATCH (c)-[:PART_OF]->(ch:Chapter)
/*+ WHERE told(c) AND begun(c) */
RETURN c.uid AS uid, ch.uid AS chapter, c.scene AS scene, score
ORDER BY score DESC, uid
