// Find actors and places by exact folded name.
CYPHER 25
UNWIND $folded AS folded
CALL (folded) {
  MATCH (n:Actor {workspace: $workspace, folded: folded}) RETURN n, 'Actor' AS label
  UNION
  MATCH (n:Place {workspace: $workspace, folded: folded}) RETURN n, 'Place' AS label
}
RETURN label, n.uid AS uid, n.name AS name, n.names AS names, n.folded AS folded, coalesce(n.full, true) AS full
ORDER BY label, uid
