// Read all chunks of some chapters with where they stand, in the order told.
CYPHER 25
UNWIND $chapters AS chapter
MATCH (ch:Chapter {workspace: $workspace, uid: chapter})<-[:PART_OF]-(c:Chunk)
MATCH (ch)-[:PART_OF]->(d:Document)
/*+ WHERE told(c) AND begun(c) */
RETURN c.uid AS uid, c.scene AS scene, ch.uid AS chapter_uid, d.key AS document, ch.index AS chapter, ch.title AS title, c.start AS start,
       c.text AS text, c.page AS page, [p IN d.pages WHERE c.start < p < c.end] AS breaks, c.entry AS reading
ORDER BY document, chapter, start
