// Read how alike a sample of a workspace's chunks is to a phrase and to what all phrases of its sort have in common: uids
// are hashes, so the first of them are chosen by nothing.
CYPHER 25
MATCH (c:Chunk)
WHERE c.workspace = $workspace AND c.uid > ''
WITH c ORDER BY c.workspace, c.uid LIMIT $limit
WHERE c.embedding IS NOT NULL
RETURN c.text AS text, vector.similarity.cosine(c.embedding, $vector) AS near,
       vector.similarity.cosine(c.embedding, $reference) AS common
