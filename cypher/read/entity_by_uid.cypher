// Find an actor or place by its uid.
CYPHER 25
CALL () {
  MATCH (n:Actor {workspace: $workspace, uid: $uid}) RETURN n, 'Actor' AS label
  UNION
  MATCH (n:Place {workspace: $workspace, uid: $uid}) RETURN n, 'Place' AS label
}
RETURN label, n.uid AS uid, n.name AS name, n.names AS names, n.folded AS folded, coalesce(n.full, true) AS full
