// Apply: what answers a question, one relationship for each claim that does, so that each can be taken back by itself.
CYPHER 25
UNWIND $rows AS row
MATCH (q:Question {workspace: $workspace, uid: row.question})-[:SUPPORTED_BY]->(raised:Claim)
MATCH (c:Claim {workspace: $workspace, uid: row.claim})
CALL (row) {
  MATCH (n:Verb {workspace: $workspace, uid: row.node}) RETURN n
  UNION
  MATCH (n:Space {workspace: $workspace, uid: row.node}) RETURN n
  UNION
  MATCH (n:Time {workspace: $workspace, uid: row.node}) RETURN n
}
MERGE (q)-[r:ANSWERED_BY {claim: row.claim}]->(n)
SET r.by = row.by, r.told_at = c.told_at, q.status = 'answered',
    r.recorded_at = CASE WHEN raised.recorded_at > c.recorded_at THEN raised.recorded_at ELSE c.recorded_at END
