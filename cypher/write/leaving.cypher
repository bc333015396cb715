// Mark a document as one that is being removed: read again, it counts as revised.
CYPHER 25
MATCH (d:Document {workspace: $workspace, uid: $uid})
SET d.sha256 = '', d.status = 'leaving'
