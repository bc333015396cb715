// List the actors and places that are named most.
CYPHER 25
CALL () {
  MATCH (n:Actor {workspace: $workspace}) WHERE n.uid IS NOT NULL RETURN n, 'Actor' AS label
  UNION ALL
  MATCH (n:Place {workspace: $workspace}) WHERE n.uid IS NOT NULL RETURN n, 'Place' AS label
}
WITH n, label, COUNT { (n)-[:SUPPORTED_BY]->(m:Mention) /*+ WHERE told(m) AND EXISTS { (m)-[:FROM]->(k:Chunk) WHERE begun(k) } */ } AS mentions
WHERE n.name <> toLower(n.name) /*+ AND mentions > 0 */
RETURN label, n.uid AS uid, coalesce(/*+ name(n), */ n.name) AS name, coalesce(/*+ kinds(n), */ n.kinds, ['place']) AS kinds, mentions
ORDER BY mentions DESC, name, uid
LIMIT $limit
