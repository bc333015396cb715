// Apply: actors by exact folded name, with every form of the name and the mentions that support them.
// Kinds that a proper name shows are sure, and others then don't count.
// Setting the workspace again takes each node's lock before its names are read: no writer loses another's.
CYPHER 25
UNWIND $rows AS row
MERGE (a:Actor {workspace: $workspace, uid: row.uid})
ON CREATE SET a.folded = row.folded, a.full = row.full, a.scope = $scope
SET a.workspace = $workspace
WITH a, row
SET a.name = CASE
      WHEN a.name IS NULL OR size(row.name) > size(a.name) OR (size(row.name) = size(a.name) AND row.name > a.name)
      THEN row.name ELSE a.name END,
    a.names = COLLECT { UNWIND coalesce(a.names, []) + row.names AS name RETURN DISTINCT name ORDER BY name },
    a.kinds = CASE
      WHEN a.sure IS NULL OR (row.sure AND NOT a.sure) THEN row.kinds
      WHEN a.sure AND NOT row.sure THEN a.kinds
      ELSE COLLECT { UNWIND a.kinds + row.kinds AS kind RETURN DISTINCT kind ORDER BY kind } END
SET a.sure = coalesce(a.sure, false) OR row.sure
WITH a, row
UNWIND row.mentions AS mention
MATCH (m:Mention {workspace: $workspace, uid: mention})
MERGE (a)-[:SUPPORTED_BY]->(m)
