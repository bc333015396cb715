// Remove up to $limit claims and mentions of a document and say how many.
CYPHER 25
MATCH (d:Document {workspace: $workspace, uid: $uid})<-[:PART_OF]-(:Chapter)<-[:PART_OF]-(chunk:Chunk)
MATCH (chunk)<-[:FROM]-(said:Mention|Claim)
WITH said LIMIT $limit
DETACH DELETE said
RETURN count(*) AS removed
