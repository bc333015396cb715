// Propose: the chunks that are told and not yet in the held layer.
CYPHER 25
MATCH (c:Chunk {workspace: $workspace, status: 'read'})
RETURN c.uid AS uid
ORDER BY uid
