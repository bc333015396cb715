// Take the lock under which turns are taken: two that stand against each other never enter a workspace at once.
CYPHER 25
MATCH (w:Workspace {workspace: $workspace})
SET w.workspace = $workspace
