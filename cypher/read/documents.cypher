// List documents with the state of their chunks, and the keys of others that have the same text.
CYPHER 25
MATCH (d:Document {workspace: $workspace})
WHERE d.uid IS NOT NULL
RETURN d.key AS key, d.title AS title, d.origin AS origin, d.status AS status, d.reason AS reason, d.notes AS notes,
  COLLECT {
    MATCH (t:Document {workspace: $workspace, sha256: d.sha256})
    WHERE t.uid <> d.uid AND t.status = 'read' AND d.status = 'read'
    RETURN t.key AS key ORDER BY key LIMIT 3
  } AS twins,
  COUNT { (d)<-[:PART_OF]-(:Chapter) } AS chapters,
  COLLECT {
    MATCH (d)<-[:PART_OF]-(:Chapter)<-[:PART_OF]-(c:Chunk)
    WITH c.status AS status, count(c) AS chunks ORDER BY status
    RETURN {status: status, chunks: chunks}
  } AS states,
  reduce(total = 0, n IN COLLECT { MATCH (d)<-[:PART_OF]-(:Chapter)<-[:PART_OF]-(c:Chunk) RETURN coalesce(c.refused, 0) } | total + n)
    AS refused
ORDER BY key
