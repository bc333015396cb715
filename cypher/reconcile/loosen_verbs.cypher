// Take back: who takes part in events that others tell too, and what they bring about or end; name the claims of those roles
// and states.
CYPHER 25
UNWIND $uids AS uid
MATCH (v:Verb {workspace: $workspace, uid: uid})
OPTIONAL MATCH (v)-[r:PARTICIPATES_IN|BRINGS_ABOUT|ENDS]-()
DELETE r
WITH DISTINCT v
MATCH (v)-[:SUPPORTED_BY]->(:Claim)-[:ABOUT]->(c:Claim)
RETURN DISTINCT c.uid AS claim
