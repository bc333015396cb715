// Read the passages that some claims and mentions stand on.
CYPHER 25
UNWIND $claims AS claim
CALL (claim) {
  MATCH (c:Claim {workspace: $workspace, uid: claim}) RETURN c
  UNION ALL
  MATCH (c:Mention {workspace: $workspace, uid: claim}) RETURN c
}
MATCH (c)-[f:FROM]->(k:Chunk)-[:PART_OF]->(h:Chapter)-[:PART_OF]->(d:Document)
RETURN c.uid AS uid, f.start AS start, f.end AS end, k.start AS chunk_start, k.text AS text, k.page AS page,
       [p IN d.pages WHERE k.start < p < k.end | p - k.start] AS breaks, d.key AS document, h.index AS chapter, h.title AS title
