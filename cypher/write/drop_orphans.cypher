// Remove chunks that no document has any more.
CYPHER 25
MATCH (c:Chunk)
WHERE c.workspace = $workspace AND c.uid IS NOT NULL AND NOT EXISTS { (c)-[:PART_OF]->(:Chapter) }
DETACH DELETE c
