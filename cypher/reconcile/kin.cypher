// Propose: some personae, those of their families, with whom rules may join them, those of a bare name in some passages, and
// what each is called besides.
CYPHER 25
CALL () {
  UNWIND $uids AS uid
  MATCH (p:Persona {workspace: $workspace, uid: uid})
  RETURN p
  UNION
  UNWIND $families AS family
  MATCH (p:Persona {workspace: $workspace, family: family})
  RETURN p
  UNION
  UNWIND $passages AS passage
  MATCH (:Chunk {workspace: $workspace, entry: passage.entry})-[:PART_OF]->(chapter:Chapter)<-[:IN]-(p:Persona)
  WHERE p.home = chapter.uid AND p.folded = passage.folded AND passage.entry IN p.passages
  RETURN p
}
RETURN p.uid AS uid, p.home AS home, p.folded AS folded, p.mark AS mark, p.family AS family, p.name AS name,
       p.names AS names, p.kinds AS kinds, p.sure AS sure, p.borne AS borne, COUNT { (p)-[:IN]->() } AS chapters,
       COLLECT { MATCH (p)-[:ALSO]->(o:Persona) RETURN DISTINCT o.uid } AS calls,
       COLLECT { MATCH (p)<-[:ALSO]-(o:Persona) RETURN DISTINCT o.uid } AS called,
       p.passages AS passages,
       COLLECT { MATCH (p)-[:OF]->(a:Actor) RETURN a.uid } AS actors
ORDER BY uid
