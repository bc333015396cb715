// Apply: states of which nobody says when they begin or end, one node for each actor; the same statement again adds support.
// What a claim contributes stands on the relationship to it, so that it can be taken back.
CYPHER 25
UNWIND $rows AS row
MATCH (a:Actor {workspace: $workspace, uid: row.actor})
MATCH (c:Claim {workspace: $workspace, uid: row.claim})
MERGE (n:State {workspace: $workspace, uid: row.uid})
ON CREATE SET n.label = row.label, n.polarity = row.polarity, n.interval = '', n.statement = row.statement,
  n.denies = row.denies
MERGE (n)-[s:SUPPORTED_BY]->(c)
SET s.seen_from = row.seen_from, s.seen_to = row.seen_to, s.open = false, s.interval = ''
MERGE (a)-[r:IN_STATE]->(n)
SET r.seen_from = CASE WHEN r.seen_from IS NULL OR row.seen_from < r.seen_from THEN row.seen_from ELSE r.seen_from END,
    r.seen_to = CASE WHEN r.seen_to IS NULL OR row.seen_to > r.seen_to THEN row.seen_to ELSE r.seen_to END,
    r.open = false,
    r.told_at = CASE WHEN r.told_at IS NULL OR row.told_at < r.told_at THEN row.told_at ELSE r.told_at END,
    r.recorded_at = CASE WHEN r.recorded_at IS NULL OR row.recorded_at < r.recorded_at THEN row.recorded_at ELSE r.recorded_at END,
    r.source = CASE WHEN r.source IS NULL OR row.source = 'explicit' OR r.source = 'inferred' THEN row.source ELSE r.source END,
    r.confidence = CASE WHEN r.confidence IS NULL OR row.confidence > r.confidence THEN row.confidence ELSE r.confidence END
