// Take text and vector from up to $limit chunks of a document, so that little is left to remove; say how many.
CYPHER 25
MATCH (d:Document {workspace: $workspace, uid: $uid})<-[:PART_OF]-(:Chapter)<-[:PART_OF]-(c:Chunk)
WHERE c.text <> ''
WITH c LIMIT $limit
SET c.text = ''
REMOVE c.embedding
RETURN count(*) AS removed
