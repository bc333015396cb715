// Read what is held of an actor under one label, by the first words of a deed, or as one node: roles, states and deeds, with the claims that say so.
CYPHER 25
MATCH (a:Actor {workspace: $workspace, uid: $uid})-[r:HAS_ROLE|IN_STATE|PARTICIPATES_IN]->(n:Role|State|Verb)
WITH n, min(r.valid_from) AS begin
WITH n, begin, n.uid = $words OR n.label = $folded OR (n:Verb AND toLower(n.phrase) = toLower($words)) AS is_whole
WHERE is_whole OR (n:Verb AND $words <> '' AND toLower(n.phrase) STARTS WITH toLower($words) + ' ')
RETURN n.uid AS uid, n.label AS label, toLower(labels(n)[0]) AS kind, n.polarity AS polarity, n.phrase AS phrase,
       coalesce(n.interval, '') AS interval, begin, is_whole,
       COLLECT { MATCH (n)-[:SUPPORTED_BY]->(c:Claim) RETURN c.uid ORDER BY c.uid } AS claims
ORDER BY kind, uid
