// Propose: the chapters that some chunks belong to and that can be held: all of them is told, or nobody is at work on the
// rest ($partial). `held` says that a part of one is in the held layer and has to be taken out before. What is being
// removed is not held again, whoever found it told before the removal began.
CYPHER 25
UNWIND $chunks AS uid
MATCH (:Chunk {workspace: $workspace, uid: uid})-[:PART_OF]->(chapter:Chapter)
WITH DISTINCT chapter
MATCH (chapter)-[:PART_OF]->(d:Document)
WHERE d.status <> 'leaving'
MATCH (chapter)<-[:PART_OF]-(c:Chunk)
WITH chapter.uid AS uid, count(c) AS chunks, count(CASE WHEN c.status = 'read' THEN 1 END) AS told,
     count(CASE WHEN c.status = 'held' THEN 1 END) AS held, count(CASE WHEN c.status = 'pending' THEN 1 END) AS pending
WHERE told > 0 AND ($partial OR pending = 0)
RETURN uid, chunks, held > 0 AS held
ORDER BY uid
