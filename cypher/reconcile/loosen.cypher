// Remove up to $limit relationships of retired nodes and say how many.
CYPHER 25
MATCH (n:Stale {workspace: $workspace})-[r]-()
WITH DISTINCT r LIMIT $limit
DELETE r
RETURN count(*) AS removed
