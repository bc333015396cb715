// Count what the log holds and the graph does not tell: documents, and chunks that have been read.
CYPHER 25
RETURN COUNT {
         MATCH (e:LogEntry {workspace: $workspace, kind: 'document', status: 'done'})
         WHERE NOT EXISTS { MATCH (:Document {workspace: $workspace, uid: split(e.key, ':')[1]}) }
       } AS documents,
       COUNT {
         MATCH (c:Chunk {workspace: $workspace})
         WHERE c.status IN ['pending', 'read', 'failed']
           AND EXISTS { MATCH (:LogEntry {workspace: $workspace, key: c.entry, status: 'done'}) }
       } AS chunks
