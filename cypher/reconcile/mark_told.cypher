// Move chunks back in the ledger: what they say is told, and has to be brought into the held layer again.
CYPHER 25
UNWIND $chunks AS uid
MATCH (c:Chunk {workspace: $workspace, uid: uid})
WHERE c.status = 'held'
SET c.status = 'read'
