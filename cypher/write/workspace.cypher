// Open a workspace: create it with its settings, or leave it as it is, and return what it remembers.
CYPHER 25
MERGE (w:Workspace {workspace: $workspace})
ON CREATE SET w += $settings, w.created_at = $now
RETURN properties(w) AS workspace
