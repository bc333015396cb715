// Find events by their verb, one of some, and by an actor in them if any is given, with who, where and when.
CYPHER 25
UNWIND $labels AS label
MATCH (v:Verb {workspace: $workspace, label: label})
WHERE $actors = [] OR EXISTS { MATCH (x:Actor)-[:PARTICIPATES_IN]->(v) WHERE x.uid IN $actors }
MATCH (v)-[:SUPPORTED_BY]->(c:Claim)-[:FROM]->(:Chunk)-[:PART_OF]->(ch:Chapter)
/*+ WHERE told(c) AND happened(v) */
WITH v, ch, min(c.told_at) AS told_at ORDER BY told_at, v.uid LIMIT $limit
RETURN v.uid AS uid, v.label AS label, coalesce(/*+ telling(v).phrase, */ v.phrase) AS phrase, v.polarity AS polarity, ch.uid AS chapter, told_at,
  COLLECT { MATCH (a:Actor)-[r:PARTICIPATES_IN]->(v) /*+ WHERE part(a, v, r) */ RETURN {uid: a.uid, name: coalesce(/*+ name(a), */ a.name), kinds: coalesce(/*+ kinds(a), */ a.kinds), valence: r.valence} } AS participants,
  COLLECT { MATCH (v)-[:AT]->(s:Space)-[:NAMED]->(p:Place) /*+ WHERE stands(s) */ RETURN {uid: p.uid, text: p.name} } AS places,
  COLLECT { MATCH (v)-[:DURING]->(t:Time)-[r:DATED]->(d:Date) /*+ WHERE stands(t) */ RETURN {uid: d.uid, text: r.phrase, edtf: d.edtf} } AS dates
ORDER BY told_at, uid
