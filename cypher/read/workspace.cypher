// Read what a workspace remembers of its settings.
CYPHER 25
MATCH (w:Workspace {workspace: $workspace})
RETURN properties(w) AS workspace
