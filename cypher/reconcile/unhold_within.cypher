// Take back: the places that some chapters say are within others.
CYPHER 25
UNWIND $chunks AS uid
MATCH (:Chunk {workspace: $workspace, uid: uid})<-[:FROM]-(:Mention)<-[:SUPPORTED_BY]-(p:Place)-[w:WITHIN]->(:Place)
WHERE w.chapter IN $chapters
WITH DISTINCT w
DELETE w
