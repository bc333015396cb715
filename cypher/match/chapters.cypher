// List the chapters of all documents, in the order told.
CYPHER 25
MATCH (ch:Chapter {workspace: $workspace})
WHERE ch.uid IS NOT NULL /*+ AND read(ch) */
MATCH (ch)-[:PART_OF]->(d:Document)
RETURN ch.uid AS uid, d.key AS document, ch.index AS chapter
ORDER BY document, chapter
