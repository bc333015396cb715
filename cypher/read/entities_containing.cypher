// Find actors and places with some characters in a name: what full-text search takes for punctuation.
CYPHER 25
CALL () {
  MATCH (n:Actor {workspace: $workspace}) WHERE n.folded IS NOT NULL RETURN n, 'Actor' AS label
  UNION
  MATCH (n:Place {workspace: $workspace}) WHERE n.folded IS NOT NULL RETURN n, 'Place' AS label
}
WITH n, label
WHERE any(name IN n.names WHERE toLower(name) CONTAINS toLower($text))
RETURN label, n.uid AS uid, n.name AS name, n.names AS names, n.folded AS folded, coalesce(n.full, true) AS full
ORDER BY size(name), uid
LIMIT $limit
