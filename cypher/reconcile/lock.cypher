// Let one writer at a time change the held layer of a workspace: what a removal reads is still so when it writes.
CYPHER 25
MATCH (w:Workspace {workspace: $workspace})
SET w.workspace = $workspace
