// Apply: actors, each of one persona or more; a persona leaves the actor that it was of before.
CYPHER 25
UNWIND $rows AS row
MERGE (a:Actor {workspace: $workspace, uid: row.uid})
SET a.scope = $scope, a.folded = row.folded, a.full = row.full, a.renamed = row.renamed, a.retyped = row.retyped
WITH a, row
UNWIND row.personae AS uid
MATCH (p:Persona {workspace: $workspace, uid: uid})
OPTIONAL MATCH (p)-[earlier:OF]->(b:Actor)
WHERE b <> a
DELETE earlier
MERGE (p)-[:OF]->(a)
