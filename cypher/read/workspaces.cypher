// List the workspaces of the database.
CYPHER 25
MATCH (w:Workspace)
RETURN w.workspace AS workspace, w.operator AS operator, w.embedder AS embedder, w.created_at AS created_at
ORDER BY workspace
