// Let one writer at a time change the held layer of a workspace; returns the number of the latest decision.
CYPHER 25
MATCH (w:Workspace {workspace: $workspace})
SET w.workspace = $workspace
RETURN w.decisions AS decisions
