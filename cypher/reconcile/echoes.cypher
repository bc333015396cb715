// Apply: the same bare name in the same passage of two chapters, which names something else in full ("Kiri works at Lumen").
CYPHER 25
UNWIND $rows AS row
MATCH (p:Persona {workspace: $workspace, uid: row.persona})
MATCH (c:Chunk {workspace: $workspace, entry: row.entry})-[:PART_OF]->(chapter:Chapter)<-[:IN]-(q:Persona)
WHERE q.home = chapter.uid AND q.folded = p.folded AND q <> p
WITH DISTINCT CASE WHEN p.uid < q.uid THEN p ELSE q END AS one, CASE WHEN p.uid < q.uid THEN q ELSE p END AS other
MERGE (one)-[:ECHOES]->(other)
