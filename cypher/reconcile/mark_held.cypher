// Move the chunks of some chapters on in the ledger: what they say is in the held layer now.
CYPHER 25
UNWIND $chapters AS uid
MATCH (:Chapter {workspace: $workspace, uid: uid})<-[:PART_OF]-(c:Chunk)
WHERE c.status = 'read'
SET c.status = 'held'
