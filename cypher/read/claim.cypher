// Read a claim by its uid.
CYPHER 25
MATCH (c:Claim {workspace: $workspace, uid: $uid})
RETURN c.uid AS uid, c.kind AS kind, c.label AS label, c.phrase AS phrase, c.polarity AS polarity
