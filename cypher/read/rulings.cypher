// Say how many decisions a workspace has come to, and the hash of them all, which changes with each.
CYPHER 25
MATCH (w:Workspace {workspace: $workspace})
RETURN coalesce(w.rulings, 0) AS version, coalesce(w.rulings_hash, '') AS hash
