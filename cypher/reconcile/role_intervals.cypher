// Apply: the intervals of one role of one actor, decided together; a claim leaves the interval that it supported before.
CYPHER 25
UNWIND $rows AS row
MATCH (a:Actor {workspace: $workspace, uid: row.actor})
MERGE (n:Role {workspace: $workspace, uid: row.uid})
SET n.label = row.label, n.polarity = row.polarity, n.interval = row.interval, n.statement = row.statement,
    n.bounded = row.bounded, n.denies = row.denies
MERGE (a)-[r:HAS_ROLE]->(n)
SET r.valid_from = row.valid_from, r.valid_to = row.valid_to, r.open = row.open, r.seen_from = row.seen_from,
    r.seen_to = row.seen_to, r.told_at = row.told_at, r.recorded_at = row.recorded_at, r.source = row.source,
    r.confidence = row.confidence
WITH n, row
UNWIND row.sayings AS saying
MATCH (c:Claim {workspace: $workspace, uid: saying.claim})
OPTIONAL MATCH (c)<-[earlier:SUPPORTED_BY]-(m:Role)
WHERE m.statement = row.statement AND m <> n
DELETE earlier
MERGE (n)-[s:SUPPORTED_BY]->(c)
SET s.valid_from = saying.valid_from, s.valid_to = saying.valid_to, s.open = saying.open,
    s.seen_from = saying.seen_from, s.seen_to = saying.seen_to, s.interval = saying.interval
