// Retire up to $limit held nodes that a document supports, and name the other chunks that hold the rest of their support.
// A retired node is out of the held layer at once, however much hangs on it; it is cleared away later, part by part.
CYPHER 25
MATCH (d:Document {workspace: $workspace, uid: $uid})<-[:PART_OF]-(:Chapter)<-[:PART_OF]-(chunk:Chunk)
MATCH (chunk)<-[:FROM]-(said:Mention|Claim)<-[:SUPPORTED_BY]-(held)
WHERE NOT held:Stale
WITH DISTINCT d, held LIMIT $limit
WITH held,
  COLLECT {
    MATCH (held)-[:SUPPORTED_BY]->(other)
    MATCH (other)<-[:ABOUT]-{0,1}()-[:FROM]->(home:Chunk)-[:PART_OF]->(:Chapter)-[:PART_OF]->(e:Document)
    WHERE e.uid <> $uid
    RETURN DISTINCT home.uid
  } AS chunks
CALL (held) {
  MATCH (s:Summary)-[:SUMMARISES]->(held)
  DETACH DELETE s
}
SET held:Stale
REMOVE held:Actor:Role:State:Verb:Space:Place:Time:Date:Question
RETURN chunks
