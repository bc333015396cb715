// Find actors and places with one of their names in a full-text query; the caller keeps the exact ones.
CYPHER 25
CALL db.index.fulltext.queryNodes('entity_name', $query, {limit: $limit}) YIELD node AS n, score
WHERE n.workspace = $workspace
RETURN CASE WHEN n:Actor THEN 'Actor' ELSE 'Place' END AS label, n.uid AS uid, n.name AS name, n.names AS names,
       n.folded AS folded, coalesce(n.full, true) AS full, score
ORDER BY score DESC, uid
