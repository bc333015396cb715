// Read the texts of some chunks.
CYPHER 25
UNWIND $chunks AS uid
MATCH (c:Chunk {workspace: $workspace, uid: uid})
RETURN c.uid AS uid, c.text AS text
