// Read the passages that some claims stand on.
CYPHER 25
UNWIND $claims AS claim
MATCH (c:Claim {workspace: $workspace, uid: claim})-[f:FROM]->(k:Chunk)-[:PART_OF]->(h:Chapter)-[:PART_OF]->(d:Document)
RETURN c.uid AS uid, f.start AS start, f.end AS end, k.start AS chunk_start, k.text AS text, k.page AS page,
       [p IN d.pages WHERE k.start < p < k.end | p - k.start] AS breaks, d.key AS document, h.index AS chapter, h.title AS title
