// Read the relationships that start at nodes of one label, for the digest and the export.
CYPHER 25
MATCH (n:$($label))-[r]->(m)
WHERE n.workspace = $workspace
RETURN n.uid AS start, type(r) AS type, m.uid AS end, properties(r) AS properties
ORDER BY start, type, end
