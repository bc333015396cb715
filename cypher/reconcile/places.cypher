// Apply: canonical places by exact folded name, with every mention that names them.
CYPHER 25
UNWIND $rows AS row
MATCH (m:Mention {workspace: $workspace, uid: row.mention})
MERGE (p:Place {workspace: $workspace, uid: row.uid})
ON CREATE SET p.folded = row.folded, p.scope = $scope
SET p.workspace = $workspace
WITH p, m, row
SET p.name = CASE
      WHEN p.name IS NULL OR size(row.name) > size(p.name) OR (size(row.name) = size(p.name) AND row.name > p.name)
      THEN row.name ELSE p.name END,
    p.names = COLLECT { UNWIND coalesce(p.names, []) + row.names AS name RETURN DISTINCT name ORDER BY name }
MERGE (p)-[:SUPPORTED_BY]->(m)
