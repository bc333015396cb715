// Move up to $limit chunks back in the ledger, to what they are when nothing of them is told; say how many.
CYPHER 25
MATCH (c:Chunk)
WHERE c.workspace = $workspace AND c.status IN ['read', 'held']
WITH c LIMIT $limit
SET c.status = 'pending'
RETURN count(*) AS removed
