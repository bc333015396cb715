// Apply: what an actor is called, from its personae; one that has none left goes, with its summaries.
CYPHER 25
UNWIND $uids AS uid
MATCH (a:Actor {workspace: $workspace, uid: uid})
OPTIONAL MATCH (a)<-[:OF]-(p:Persona)
WITH a, p
ORDER BY p.folded = a.folded DESC, p.home = '' DESC, size(p.name) DESC, p.name DESC // the one that the uid is of stands first
WITH a, collect(p) AS personae, any(one IN collect(p) WHERE one.sure) AS sure
SET a.name = coalesce(a.renamed, personae[0].name),
    a.names = COLLECT {
      UNWIND personae AS one
      UNWIND one.names + [name IN [a.renamed] WHERE name IS NOT NULL] AS name
      RETURN DISTINCT name ORDER BY name
    },
    a.kinds = CASE WHEN a.retyped IS NOT NULL THEN [a.retyped] ELSE COLLECT {
      UNWIND personae AS one
      WITH one WHERE one.sure = sure
      UNWIND one.kinds AS kind
      RETURN DISTINCT kind ORDER BY kind
    } END,
    a.sure = sure
WITH a
WHERE NOT EXISTS { (a)<-[:OF]-(:Persona) }
OPTIONAL MATCH (s:Summary)-[:SUMMARISES]->(a)
DETACH DELETE s, a
