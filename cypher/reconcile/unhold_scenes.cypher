// Take back: what belongs to some chunks' chapters alone: couplings and questions.
CYPHER 25
UNWIND $chunks AS uid
MATCH (:Chunk {workspace: $workspace, uid: uid})<-[:FROM]-(:Claim)<-[:SUPPORTED_BY]-(n:Space|Time|Question)
WITH DISTINCT n
DETACH DELETE n
