// Take back: intervals of some statements that no claim supports any more, and what leads to and from those that stay:
// it is linked again.
CYPHER 25
UNWIND $statements AS statement
CALL (statement) {
  MATCH (n:Role {workspace: $workspace, statement: statement})
  RETURN n
  UNION
  MATCH (n:State {workspace: $workspace, statement: statement})
  RETURN n
}
WITH n, EXISTS { (n)-[:SUPPORTED_BY]->() } AS stays
OPTIONAL MATCH (n)-[r:WITHIN|BRINGS_ABOUT|ENDS]-()
DELETE r
WITH DISTINCT n, stays
WHERE NOT stays
DETACH DELETE n
