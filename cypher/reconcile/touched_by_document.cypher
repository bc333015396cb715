// Propose: up to $limit held nodes that a document supports, with the other chunks that hold the rest of their support.
CYPHER 25
MATCH (d:Document {workspace: $workspace, uid: $uid})<-[:PART_OF]-(:Chapter)<-[:PART_OF]-(chunk:Chunk)
MATCH (chunk)<-[:FROM]-(said:Mention|Claim)<-[:SUPPORTED_BY]-(held)
WITH DISTINCT d, held LIMIT $limit
RETURN labels(held)[0] AS label, held.uid AS uid,
       COLLECT {
         MATCH (held)-[:SUPPORTED_BY]->(other)
         MATCH (other)<-[:ABOUT]-{0,1}()-[:FROM]->(home:Chunk)-[:PART_OF]->(:Chapter)-[:PART_OF]->(e:Document)
         WHERE e.uid <> d.uid
         RETURN DISTINCT home.uid
       } AS chunks
