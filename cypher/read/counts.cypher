// Count the nodes of a workspace that have one label.
CYPHER 25
MATCH (n:$($label))
WHERE n.workspace = $workspace
RETURN count(n) AS nodes
