// Read all personae with their actors, and whom each is also called by a text.
CYPHER 25
MATCH (p:Persona {workspace: $workspace})-[:OF]->(a:Actor)
WHERE p.family IS NOT NULL
RETURN p.uid AS uid, p.home AS home, p.folded AS folded, p.mark AS mark, p.name AS name, p.names AS names,
       p.kinds AS kinds, p.sure AS sure, COUNT { (p)-[:IN]->() } AS chapters, a.uid AS actor,
       COLLECT { MATCH (p)-[:ALSO]->(o:Persona) RETURN DISTINCT o.uid } AS calls
