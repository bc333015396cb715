// List the chapters of a document.
CYPHER 25
MATCH (d:Document {workspace: $workspace, key: $key})<-[:PART_OF]-(h:Chapter)
RETURN h.uid AS uid, h.index AS index
ORDER BY index
