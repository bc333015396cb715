// List the chapters of some documents of which something is in the held layer.
CYPHER 25
UNWIND $documents AS key
MATCH (d:Document {workspace: $workspace, key: key})<-[:PART_OF]-(chapter:Chapter)
WHERE EXISTS { (chapter)<-[:PART_OF]-(c:Chunk) WHERE c.status = 'held' }
RETURN chapter.uid AS uid, key AS document, chapter.index AS number, COUNT { (chapter)<-[:PART_OF]-(:Chunk) } AS chunks
ORDER BY document, number
