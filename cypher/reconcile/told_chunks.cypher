// Propose: the chunks of some chapters that are told.
CYPHER 25
UNWIND $chapters AS uid
MATCH (:Chapter {workspace: $workspace, uid: uid})<-[:PART_OF]-(c:Chunk)
WHERE c.status IN ['read', 'held']
RETURN c.uid AS uid
ORDER BY uid
