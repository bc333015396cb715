// Apply: actors that share a time; a chapter says all of one coupling at once.
CYPHER 25
UNWIND $rows AS row
MATCH (n:Actor {workspace: $workspace, uid: row.actor})
MATCH (s:Time {workspace: $workspace, uid: row.coupling})
MERGE (n)-[r:DURING]->(s)
SET r.valid_from = row.valid_from,
    r.valid_to = row.valid_to,
    r.open = row.open,
    r.told_at = row.told_at,
    r.recorded_at = row.recorded_at,
    r.source = row.source,
    r.confidence = row.confidence
