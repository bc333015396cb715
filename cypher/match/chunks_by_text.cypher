// Find chunks by their words; the query is escaped and confined to the workspace by its scope word.
CYPHER 25
CALL db.index.fulltext.queryNodes('chunk_text', $query, {limit: $limit}) YIELD node AS c, score
WHERE c.workspace = $workspace
MATCH (c)-[:PART_OF]->(ch:Chapter)
/*+ WHERE told(c) AND begun(c) */
RETURN c.uid AS uid, ch.uid AS chapter, c.scene AS scene, score
ORDER BY score DESC, uid
