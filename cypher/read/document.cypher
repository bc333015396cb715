// Read one document by its uid, with the log keys of its chunks, and others that have the same text.
CYPHER 25
MATCH (d:Document {workspace: $workspace, uid: $uid})
RETURN d.uid AS uid, d.key AS key, d.origin AS origin, d.sha256 AS sha256, coalesce(d.layout, '') AS layout,
       d.status AS status, d.operator AS operator, d.pattern AS pattern, d.dated AS dated,
       COLLECT {
         MATCH (t:Document {workspace: $workspace, sha256: d.sha256})
         WHERE t.uid <> d.uid AND t.status = 'read' AND d.status = 'read'
         RETURN t.key AS key ORDER BY key LIMIT 3
       } AS twins,
       COLLECT { MATCH (d)<-[:PART_OF]-(:Chapter)<-[:PART_OF]-(c:Chunk) RETURN DISTINCT c.entry } AS entries,
       COUNT { (d)<-[:PART_OF]-(:Chapter)<-[:PART_OF]-(:Chunk) } AS chunks,
       COUNT { (d)<-[:PART_OF]-(:Chapter)<-[:PART_OF]-(c:Chunk) WHERE c.status <> 'held' } AS unfinished
