// Find an actor or place by its uid, or an actor by that of a persona. A uid that an actor had before it was joined to others leads to whoever it is now.
CYPHER 25
CALL () {
  MATCH (n:Actor {workspace: $workspace, uid: $uid}) RETURN n, 'Actor' AS label
  UNION
  MATCH (:Persona {workspace: $workspace, own: $uid})-[:OF]->(n:Actor) RETURN n, 'Actor' AS label
  UNION
  MATCH (:Persona {workspace: $workspace, uid: $uid})-[:OF]->(n:Actor) RETURN n, 'Actor' AS label
  UNION
  MATCH (n:Place {workspace: $workspace, uid: $uid}) RETURN n, 'Place' AS label
}
RETURN label, n.uid AS uid, n.name AS name, n.names AS names, n.folded AS folded, coalesce(n.full, true) AS full
