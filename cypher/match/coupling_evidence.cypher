// Find the passage that couples an item: the claim behind a space or time node about some actors, outright ones first,
// and, where it inherits the place or date from its scene, the passage that says it.
CYPHER 25
UNWIND $rows AS row
MATCH (ch:Chapter {workspace: $workspace, uid: row.chapter})-[:PART_OF]->(d:Document)
CALL (row) {
  MATCH (n:$(row.label) {workspace: $workspace, uid: row.uid})-[:SUPPORTED_BY]->(c:Claim)
  WHERE (row.actors = [] OR EXISTS {
    MATCH (c)-[:ABOUT {valence: 'member'}]->(:Mention)<-[:SUPPORTED_BY]-(a:Actor) WHERE a.uid IN row.actors
  }) /*+ AND told(c) */
  RETURN c
  ORDER BY c.source = 'explicit' DESC, c.told_at, c.uid
  LIMIT 1
}
CALL (c) {
  RETURN c AS said, 0 AS part
  UNION
  MATCH (c)-[:ABOUT]->(m:Mention)
  WHERE c.source <> 'explicit' AND m.kind IN ['place', 'date']
  RETURN m AS said, 1 AS part
}
MATCH (said)-[f:FROM]->(chunk:Chunk)
RETURN row.item AS item, row.number AS number, part, said.uid AS uid, f.start AS start, f.end AS end,
       chunk.start AS chunk_start, chunk.text AS text, chunk.page AS page,
       [p IN d.pages WHERE chunk.start < p < chunk.end] AS breaks, d.key AS document, ch.index AS chapter, ch.title AS title
ORDER BY number, part, start
