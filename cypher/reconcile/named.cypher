// Apply: the place that a place coupling node is found to be.
CYPHER 25
UNWIND $rows AS row
MATCH (s:Space {workspace: $workspace, uid: row.coupling})
MATCH (p:Place {workspace: $workspace, uid: row.target})
MERGE (s)-[r:NAMED]->(p)
SET r.valid_from = CASE WHEN r.valid_from IS NULL OR row.valid_from < r.valid_from THEN row.valid_from ELSE r.valid_from END,
    r.valid_to = CASE WHEN r.valid_to IS NULL OR row.valid_to > r.valid_to THEN row.valid_to ELSE r.valid_to END,
    r.open = coalesce(r.open, false) OR row.open,
    r.told_at = CASE WHEN r.told_at IS NULL OR row.told_at < r.told_at THEN row.told_at ELSE r.told_at END,
    r.recorded_at = CASE WHEN r.recorded_at IS NULL OR row.recorded_at < r.recorded_at THEN row.recorded_at ELSE r.recorded_at END,
    r.source = CASE WHEN r.source IS NULL OR row.source = 'explicit' OR r.source = 'inferred' THEN row.source ELSE r.source END,
    r.confidence = CASE WHEN r.confidence IS NULL OR row.confidence > r.confidence THEN row.confidence ELSE r.confidence END,
    r.superseded_at = row.superseded_at
