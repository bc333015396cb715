// Find the passages on which items stand: the mentions of an entity in a chapter, names before pronouns.
CYPHER 25
UNWIND $rows AS row
MATCH (ch:Chapter {workspace: $workspace, uid: row.chapter})-[:PART_OF]->(d:Document)
CALL (row, ch, d) {
  MATCH (n:$(row.label) {workspace: $workspace, uid: row.uid})-[:SUPPORTED_BY]->(m:Mention|Claim)-[f:FROM]->(c:Chunk)-[:PART_OF]->(ch)
  /*+ WHERE told(m) */
  RETURN m.uid AS uid, f.start AS start, f.end AS end, c.start AS chunk_start, c.text AS text, c.page AS page,
         [p IN d.pages WHERE c.start < p < c.end] AS breaks
  ORDER BY coalesce(m.form, 'name') = 'name' DESC, row.scenes = [] OR c.scene IN row.scenes DESC, f.start
  LIMIT 1
}
RETURN row.item AS item, row.number AS number, 0 AS part, uid, start, end, chunk_start, text, page, breaks, d.key AS document, ch.index AS chapter, ch.title AS title
