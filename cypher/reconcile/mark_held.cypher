// Move chunks on in the ledger: what they say is in the held layer now.
CYPHER 25
UNWIND $chunks AS uid
MATCH (c:Chunk {workspace: $workspace, uid: uid})
WHERE c.status = 'read'
SET c.status = 'held'
