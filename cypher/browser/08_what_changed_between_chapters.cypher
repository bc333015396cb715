// What changed between two chapters
// A table: the roles and states told of, begun or ended from chapter $first to chapter $last of a document ($document).
CYPHER 25
MATCH (d:Document {workspace: $workspace, key: $document})<-[:PART_OF]-(h:Chapter)
WHERE $first <= h.index <= $last
MATCH (h)<-[:PART_OF]-(:Chunk)<-[f:FROM]-(c:Claim)
CALL (c) {
  MATCH (c)<-[:SUPPORTED_BY]-(n:Role|State)<-[:HAS_ROLE|IN_STATE]-(a:Actor)
  RETURN a, n, CASE n.polarity WHEN 'negated' THEN 'is not' WHEN 'possible' THEN 'may be' ELSE 'is' END AS change
  UNION ALL
  MATCH (c)<-[:SUPPORTED_BY]-(v:Verb)-[e:BRINGS_ABOUT|ENDS]->(n:Role|State)<-[:HAS_ROLE|IN_STATE]-(a:Actor)
  RETURN a, n, CASE type(e) WHEN 'ENDS' THEN 'is no longer' ELSE 'becomes' END AS change
}
RETURN h.index AS chapter, a.name AS who, change, n.label AS what, f.quote AS words
ORDER BY c.told_at, who, change, what
