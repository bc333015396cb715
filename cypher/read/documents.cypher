// List documents with the state of their chunks.
CYPHER 25
MATCH (d:Document {workspace: $workspace})
WHERE d.uid IS NOT NULL
OPTIONAL MATCH (d)<-[:PART_OF]-(chapter:Chapter)<-[:PART_OF]-(c:Chunk)
WITH d, count(DISTINCT chapter) AS chapters, c.status AS status, count(c) AS chunks, sum(coalesce(c.refused, 0)) AS refused
WITH d, sum(chapters) AS chapters, collect({status: status, chunks: chunks}) AS states, sum(refused) AS refused
RETURN d.key AS key, d.title AS title, d.origin AS origin, d.status AS status, d.reason AS reason, d.notes AS notes,
       chapters, [s IN states WHERE s.chunks > 0] AS states, refused
ORDER BY key
