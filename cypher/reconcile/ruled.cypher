// Propose: the events, places and times that some claims tell of, of which somebody has decided that they answer.
CYPHER 25
UNWIND $rows AS row
MATCH (q:Question {workspace: $workspace, uid: row.question})
MATCH (c:Claim {workspace: $workspace, uid: row.claim})<-[:SUPPORTED_BY]-(n:Verb|Space|Time)
RETURN q.uid AS question, c.uid AS claim, n.uid AS node, row.by AS by
ORDER BY question, claim, node
