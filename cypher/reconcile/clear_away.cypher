// Remove up to $limit retired nodes and say how many.
CYPHER 25
MATCH (n:Stale {workspace: $workspace})
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(*) AS removed
