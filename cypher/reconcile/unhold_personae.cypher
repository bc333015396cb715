// Take back: what some chapters call anybody; name the personae concerned, with their families and actors, and remove
// those that no other chapter names.
CYPHER 25
UNWIND $chapters AS chapter
MATCH (p:Persona)-[i:IN]->(:Chapter {workspace: $workspace, uid: chapter})
DELETE i
WITH DISTINCT p
OPTIONAL MATCH (p)-[also:ALSO]-(:Persona)
WHERE also.chapter IN $chapters
DELETE also
WITH DISTINCT p
OPTIONAL MATCH (p)-[:OF]->(a:Actor)
WITH p, a.uid AS actor, p.uid AS uid, p.family AS family, p.folded AS folded, p.passages AS passages,
     EXISTS { (p)-[:IN]->() } AS stays,
     COLLECT { MATCH (p)-[:ALSO]-(o:Persona) RETURN DISTINCT o.uid } AS others
FOREACH (gone IN CASE WHEN stays THEN [] ELSE [p] END | DETACH DELETE gone)
RETURN uid, family, folded, passages, actor, stays, others
ORDER BY uid
