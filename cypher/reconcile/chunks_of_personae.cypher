// Propose: the chunks of the chapters that name some personae.
CYPHER 25
UNWIND $uids AS uid
MATCH (:Persona {workspace: $workspace, uid: uid})-[:IN]->(chapter:Chapter)
WITH DISTINCT chapter
MATCH (chapter)<-[:PART_OF]-(c:Chunk)
WHERE c.status = 'held'
RETURN c.uid AS uid, chapter.uid AS chapter
ORDER BY uid
