// Read who an entity is: its names and kinds, how often it is named or meant, and in which documents.
CYPHER 25
MATCH (n:$($label) {workspace: $workspace, uid: $uid})-[:SUPPORTED_BY]->(m:Mention)-[:FROM]->(:Chunk)-[:PART_OF]->(:Chapter)-[:PART_OF]->(d:Document)
/*+ WHERE told(m) */
WITH n, count(DISTINCT m) AS mentions, collect(DISTINCT d.key) AS documents
RETURN n.uid AS uid, coalesce(/*+ name(n), */ n.name) AS name, coalesce(/*+ names(n), */ n.names) AS names, coalesce(/*+ kinds(n), */ n.kinds, ['place']) AS kinds, mentions, documents
