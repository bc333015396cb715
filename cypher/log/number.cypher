// Take the lock under which decisions are numbered, and return the number of the last one.
CYPHER 25
MATCH (w:Workspace {workspace: $workspace})
SET w.workspace = $workspace // takes the lock before they are read
RETURN coalesce(w.rulings, 0) AS version
