// Read the chunks of a document that are in one of some states, in the order of the text.
CYPHER 25
MATCH (d:Document {workspace: $workspace, uid: $document})<-[:PART_OF]-(chapter:Chapter)<-[:PART_OF]-(c:Chunk)
WHERE c.status IN $statuses
RETURN c.uid AS uid, chapter.index AS chapter
ORDER BY c.start
