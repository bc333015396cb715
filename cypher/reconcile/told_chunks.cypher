// Propose: the chunks of some chapters that are told and not held.
CYPHER 25
UNWIND $chapters AS uid
MATCH (:Chapter {workspace: $workspace, uid: uid})<-[:PART_OF]-(c:Chunk)
WHERE c.status = 'read'
RETURN c.uid AS uid
ORDER BY uid
