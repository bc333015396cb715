// Find who has a role or is in a state of one of some labels, or is said not to, with the words that say so.
CYPHER 25
UNWIND $labels AS named
CALL (named) {
  MATCH (n:Role {workspace: $workspace, label: named}) RETURN n, 'Role' AS label
  UNION
  MATCH (n:State {workspace: $workspace, label: named}) RETURN n, 'State' AS label
}
MATCH (a:Actor)-[r:HAS_ROLE|IN_STATE]->(n)
WHERE r.superseded_at IS NULL
/*+ WITH named, label, n, a, bounds(n) AS r WHERE holds(r) */
MATCH (n)-[:SUPPORTED_BY]->(c:Claim)-[f:FROM]->(k:Chunk)-[:PART_OF]->(ch:Chapter)
/*+ WHERE told(c) */
WITH named, label, n, a, r, ch, min(c.told_at) AS told_at,
     collect({text: k.text, start: f.start - k.start, end: f.end - k.start}) AS said
RETURN r.valid_from AS valid_from, r.valid_to AS valid_to, r.seen_from AS seen_from, r.seen_to AS seen_to, named, label, n.uid AS proof,
       n.polarity AS polarity, a.uid AS uid, coalesce(/*+ name(a), */ a.name) AS text, ch.uid AS chapter, told_at, said
ORDER BY told_at, uid
