// Apply: the place that a place coupling node is found to be; one that is less exact stays, superseded.
CYPHER 25
UNWIND $rows AS row
MATCH (s:Space {workspace: $workspace, uid: row.coupling})
MATCH (p:Place {workspace: $workspace, uid: row.target})
MERGE (s)-[r:NAMED]->(p)
SET r.valid_from = row.valid_from,
    r.valid_to = row.valid_to,
    r.open = row.open,
    r.told_at = row.told_at,
    r.recorded_at = row.recorded_at,
    r.source = row.source,
    r.confidence = row.confidence,
    r.superseded_at = row.superseded_at
