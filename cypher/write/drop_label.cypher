// Remove up to $limit nodes of one label of a workspace and say how many.
CYPHER 25
MATCH (n:$($label))
WHERE n.workspace = $workspace
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(*) AS removed
