// List the chunks of a workspace.
CYPHER 25
MATCH (c:Chunk {workspace: $workspace})
WHERE c.uid IS NOT NULL
RETURN c.uid AS uid
ORDER BY uid
