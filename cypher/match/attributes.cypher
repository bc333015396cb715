// Read the roles and states of some actors with the chapters that tell them.
CYPHER 25
UNWIND $uids AS uid
MATCH (a:Actor {workspace: $workspace, uid: uid})-[:HAS_ROLE|IN_STATE]->(n {polarity: 'asserted'})
/*+ WITH n, bounds(n) AS r WHERE holds(r) */
MATCH (n)-[:SUPPORTED_BY]->(c:Claim)-[:FROM]->(:Chunk)-[:PART_OF]->(ch:Chapter)
/*+ WHERE told(c) */
WITH n, ch, min(c.told_at) AS told_at
RETURN n.label AS text, labels(n)[0] AS label, n.uid AS uid, ch.uid AS chapter, told_at
ORDER BY label, told_at, uid
