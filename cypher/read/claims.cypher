// Read some claims that stand, with the words on which each stands, and whom it is held to be about.
CYPHER 25
UNWIND $uids AS uid
MATCH (c:Claim {workspace: $workspace, uid: uid})-[f:FROM]->(:Chunk)
RETURN uid, c.kind AS kind, c.label AS label, c.phrase AS phrase, f.quote AS quote,
       COLLECT { MATCH (c)-[:ABOUT]->(:Mention)<-[:SUPPORTED_BY]-(a:Actor) RETURN DISTINCT a.name AS name ORDER BY name } AS whom
