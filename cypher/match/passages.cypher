// Read some chunks with where they stand.
CYPHER 25
UNWIND $uids AS uid
MATCH (c:Chunk {workspace: $workspace, uid: uid})-[:PART_OF]->(ch:Chapter)-[:PART_OF]->(d:Document)
/*+ WHERE told(c) AND begun(c) */
RETURN c.uid AS uid, ch.uid AS chapter_uid, d.key AS document, ch.index AS chapter, ch.title AS title, c.start AS start,
       c.text AS text, c.page AS page, [p IN d.pages WHERE c.start < p < c.end] AS breaks, c.entry AS reading
