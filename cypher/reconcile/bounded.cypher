// Propose: those of some statements of which somebody says when they begin or end.
CYPHER 25
UNWIND $statements AS statement
CALL (statement) {
  MATCH (n:Role {workspace: $workspace, statement: statement})
  RETURN n
  UNION
  MATCH (n:State {workspace: $workspace, statement: statement})
  RETURN n
}
WITH statement, n
WHERE n.bounded
RETURN DISTINCT statement
