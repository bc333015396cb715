// Read the chunks of some documents that are in one of some states.
CYPHER 25
UNWIND $documents AS document
MATCH (d:Document {workspace: $workspace, uid: document})<-[:PART_OF]-(:Chapter)<-[:PART_OF]-(c:Chunk)
WHERE c.status IN $statuses
RETURN c.uid AS uid
