// Propose: the chapters that name some personae, and by which mark.
CYPHER 25
UNWIND $uids AS uid
MATCH (p:Persona {workspace: $workspace, uid: uid})-[:IN]->(chapter:Chapter)-[:PART_OF]->(d:Document)
WHERE p.home = ''
RETURN chapter.uid AS uid, d.key AS document, chapter.index AS number, p.folded AS folded, p.mark AS mark
ORDER BY uid
