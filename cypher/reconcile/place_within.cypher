// Apply: a place lies within another, as the words of one chapter say: one relationship for each chapter that says so.
CYPHER 25
UNWIND $rows AS row
MATCH (inner:Place {workspace: $workspace, uid: row.inner})
MATCH (outer:Place {workspace: $workspace, uid: row.outer})
MERGE (inner)-[r:WITHIN {chapter: row.chapter}]->(outer)
SET r.open = false,
    r.told_at = row.told_at,
    r.recorded_at = row.recorded_at,
    r.source = 'explicit',
    r.confidence = 1.0
