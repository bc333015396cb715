// Remove the told layer of a document.
CYPHER 25
MATCH (d:Document {workspace: $workspace, uid: $uid})
OPTIONAL MATCH (d)<-[:PART_OF]-(chapter:Chapter)
OPTIONAL MATCH (chapter)<-[:PART_OF]-(chunk:Chunk)
OPTIONAL MATCH (chunk)<-[:FROM]-(said:Mention|Claim)
WITH d, collect(DISTINCT chapter) + collect(DISTINCT chunk) + collect(DISTINCT said) AS parts
FOREACH (part IN parts | DETACH DELETE part)
DETACH DELETE d
