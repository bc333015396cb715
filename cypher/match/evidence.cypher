// Find the passages on which items stand: the mentions of an entity in a chapter, names before pronouns.
CYPHER 25
UNWIND $rows AS row
MATCH (ch:Chapter {workspace: $workspace, uid: row.chapter})-[:PART_OF]->(d:Document)
CALL (row, ch) {
  MATCH (n:$(row.label) {workspace: $workspace, uid: row.uid})-[:SUPPORTED_BY]->(m:Mention|Claim)-[f:FROM]->(c:Chunk)-[:PART_OF]->(ch)
  RETURN m.uid AS uid, f.start AS start, f.end AS end, c.start AS chunk_start, c.text AS text
  ORDER BY coalesce(m.form, 'name') = 'name' DESC, row.scenes = [] OR c.scene IN row.scenes DESC, f.start
  LIMIT 1
}
RETURN row.item AS item, row.number AS number, 0 AS part, uid, start, end, chunk_start, text, d.key AS document, ch.index AS chapter, ch.title AS title
