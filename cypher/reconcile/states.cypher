// Apply: states, one node for each interval of one actor; the same statement again adds support.
CYPHER 25
UNWIND $rows AS row
MATCH (a:Actor {workspace: $workspace, uid: row.actor})
MATCH (c:Claim {workspace: $workspace, uid: row.claim})
MERGE (n:State {workspace: $workspace, uid: row.uid})
ON CREATE SET n.label = row.label, n.polarity = row.polarity, n.interval = row.interval
MERGE (n)-[:SUPPORTED_BY]->(c)
MERGE (a)-[r:IN_STATE]->(n)
SET r.valid_from = CASE WHEN r.valid_from IS NULL OR row.valid_from < r.valid_from THEN row.valid_from ELSE r.valid_from END,
    r.valid_to = CASE WHEN r.valid_to IS NULL OR row.valid_to > r.valid_to THEN row.valid_to ELSE r.valid_to END,
    r.seen_from = CASE WHEN r.seen_from IS NULL OR row.seen_from < r.seen_from THEN row.seen_from ELSE r.seen_from END,
    r.seen_to = CASE WHEN r.seen_to IS NULL OR row.seen_to > r.seen_to THEN row.seen_to ELSE r.seen_to END,
    r.open = coalesce(r.open, false) OR row.open,
    r.told_at = CASE WHEN r.told_at IS NULL OR row.told_at < r.told_at THEN row.told_at ELSE r.told_at END,
    r.recorded_at = CASE WHEN r.recorded_at IS NULL OR row.recorded_at < r.recorded_at THEN row.recorded_at ELSE r.recorded_at END,
    r.source = CASE WHEN r.source IS NULL OR row.source = 'explicit' OR r.source = 'inferred' THEN row.source ELSE r.source END,
    r.confidence = CASE WHEN r.confidence IS NULL OR row.confidence > r.confidence THEN row.confidence ELSE r.confidence END
