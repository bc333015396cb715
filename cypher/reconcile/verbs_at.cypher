// Apply: verbs that share a place; a chapter says all of one coupling at once.
CYPHER 25
UNWIND $rows AS row
MATCH (n:Verb {workspace: $workspace, uid: row.verb})
MATCH (s:Space {workspace: $workspace, uid: row.coupling})
MERGE (n)-[r:AT]->(s)
SET r.valid_from = row.valid_from,
    r.valid_to = row.valid_to,
    r.open = row.open,
    r.told_at = row.told_at,
    r.recorded_at = row.recorded_at,
    r.source = row.source,
    r.confidence = row.confidence
