// Take back: what some chunks answer; a question that nothing else answers is open again.
CYPHER 25
UNWIND $chunks AS uid
MATCH (:Chunk {workspace: $workspace, uid: uid})<-[:FROM]-(c:Claim)<-[:SUPPORTED_BY]-(n:Verb|Space|Time)<-[r:ANSWERED_BY]-(q:Question)
WHERE r.claim = c.uid OR NOT n:Verb
WITH DISTINCT q, r
DELETE r
WITH DISTINCT q
SET q.status = CASE WHEN EXISTS { (q)-[:ANSWERED_BY]->() } THEN 'answered' ELSE 'open' END
