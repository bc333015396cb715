// Say which of some chunks have a vector already.
CYPHER 25
UNWIND $chunks AS uid
MATCH (c:Chunk {workspace: $workspace, uid: uid})
WHERE c.embedding IS NOT NULL
RETURN c.uid AS uid
