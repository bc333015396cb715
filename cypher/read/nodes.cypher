// Read the nodes of one label, for the digest and the export.
CYPHER 25
MATCH (n:$($label))
WHERE n.workspace = $workspace
RETURN n.uid AS uid, properties(n) AS properties
ORDER BY uid
