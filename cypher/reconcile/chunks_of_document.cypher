// Propose: the chunks of a document in order, with their chapters.
CYPHER 25
MATCH (:Document {workspace: $workspace, uid: $uid})<-[:PART_OF]-(chapter:Chapter)<-[:PART_OF]-(c:Chunk)
WITH chapter, c
ORDER BY chapter.index, c.index
RETURN c.uid AS uid, chapter.uid AS chapter
