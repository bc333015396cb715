// Propose: the chunks that are told and not yet in the held layer; what is being removed is not held again.
CYPHER 25
MATCH (c:Chunk {workspace: $workspace, status: 'read'})
WHERE EXISTS { (c)-[:PART_OF]->(:Chapter)-[:PART_OF]->(d:Document) WHERE d.status <> 'leaving' }
RETURN c.uid AS uid
ORDER BY uid
