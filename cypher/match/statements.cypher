// Read the statements that tie items to the rest: a coupling node to its place or date, a verb to its actor.
CYPHER 25
UNWIND $rows AS row
MATCH (n:$(row.label) {workspace: $workspace, uid: row.uid})
MATCH (n)-[r:NAMED|DATED|PARTICIPATES_IN|HAS_ROLE|IN_STATE|AT|DURING]-(via {workspace: $workspace, uid: row.via})
RETURN startNode(r).uid AS start, type(r) AS type, endNode(r).uid AS end, r.superseded_at IS NULL AS current
ORDER BY start, type, end
