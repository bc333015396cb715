// Apply: states that narrow a role of the same actor, from the claims that say so; they are found by the state's claim as
// well as by the role's, whichever of the two was decided on again.
CYPHER 25
UNWIND $claims AS uid
MATCH (of:Claim {workspace: $workspace, uid: uid})
CALL (of) {
  MATCH (of)-[:ABOUT {valence: 'within'}]->(:Claim)
  RETURN of AS c
  UNION
  MATCH (of)<-[:ABOUT {valence: 'within'}]-(c:Claim)
  RETURN c
}
WITH DISTINCT c
MATCH (c)<-[s:SUPPORTED_BY]-(state:State)<-[:IN_STATE]-(a:Actor)
MATCH (c)-[:ABOUT {valence: 'within'}]->(:Claim)<-[:SUPPORTED_BY]-(n:Role)<-[:HAS_ROLE]-(a)
MERGE (state)-[r:WITHIN]->(n)
WITH r, {valid_from: s.valid_from, valid_to: s.valid_to, open: s.open, told_at: c.told_at, recorded_at: c.recorded_at,
         source: c.source, confidence: c.confidence} AS row
SET r.valid_from = CASE WHEN r.valid_from IS NULL OR row.valid_from < r.valid_from THEN row.valid_from ELSE r.valid_from END,
    r.valid_to = CASE WHEN r.valid_to IS NULL OR row.valid_to > r.valid_to THEN row.valid_to ELSE r.valid_to END,
    r.open = coalesce(r.open, false) OR row.open,
    r.told_at = CASE WHEN r.told_at IS NULL OR row.told_at < r.told_at THEN row.told_at ELSE r.told_at END,
    r.recorded_at = CASE WHEN r.recorded_at IS NULL OR row.recorded_at < r.recorded_at THEN row.recorded_at ELSE r.recorded_at END,
    r.source = CASE WHEN r.source IS NULL OR row.source = 'explicit' OR r.source = 'inferred' THEN row.source ELSE r.source END,
    r.confidence = CASE WHEN r.confidence IS NULL OR row.confidence > r.confidence THEN row.confidence ELSE r.confidence END
