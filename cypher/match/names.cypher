// Name actors, places and dates by their uids; in a view, those of which it has something.
CYPHER 25
UNWIND $uids AS uid
CALL (uid) {
  MATCH (n:Actor {workspace: $workspace, uid: uid})
  /*+ WHERE EXISTS { (n)-[:SUPPORTED_BY]->(m:Mention) WHERE told(m) AND EXISTS { (m)-[:FROM]->(k:Chunk) WHERE begun(k) } } */
  RETURN 'Actor' AS label, coalesce(/*+ name(n), */ n.name) AS name
  UNION
  MATCH (n:Place {workspace: $workspace, uid: uid})
  /*+ WHERE EXISTS { (n)<-[:NAMED]-(s:Space) WHERE stands(s) } */
  RETURN 'Place' AS label, n.name AS name
  UNION
  MATCH (n:Date {workspace: $workspace, uid: uid})
  /*+ WHERE $view.last IS NULL OR n.earliest IS NULL OR n.earliest <= $view.last */
  RETURN 'Date' AS label, n.edtf AS name
}
RETURN uid, label, name
