// Read some claims that stand, with the words on which each stands.
CYPHER 25
UNWIND $uids AS uid
MATCH (c:Claim {workspace: $workspace, uid: uid})-[f:FROM]->(:Chunk)
RETURN uid, c.kind AS kind, c.label AS label, c.phrase AS phrase, f.quote AS quote
