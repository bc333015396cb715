// Propose: which claims tell what some questions ask for; `answering` says what details the caller decides by.
// A question is met by way of whoever does least of those that it is about, or of the verb that it seeks where even they
// do more than $busy things and the verb is rarer; where somebody is, by whatever has them at a place.
CYPHER 25
UNWIND $questions AS uid
MATCH (q:Question {workspace: $workspace, uid: uid})-[:ABOUT]->(a:Actor)
WHERE q.seeks <> ''
WITH q, a, COUNT { (a)-[:PARTICIPATES_IN]->() } AS deeds
ORDER BY deeds
WITH q, collect(a) AS actors, min(deeds) AS deeds, substring(q.seeks, size(split(q.seeks, ' ')[0]) + 1) AS stem
WITH stem, collect({q: q, actors: actors, deeds: deeds}) AS asked, max(deeds) AS most
CALL (stem, most) {
  UNWIND CASE WHEN stem <> '' AND most > $busy THEN [stem] ELSE [] END AS sought
  MATCH (v:Verb {workspace: $workspace, stem: sought})
  RETURN count(v) AS alike
}
UNWIND asked AS one
WITH one.q AS q, one.actors AS actors, one.actors[0] AS a, stem, one.deeds > $busy AND alike < one.deeds AS by_verb
MATCH (q)-[:SUPPORTED_BY]->(raised:Claim)-[:FROM]->(:Chunk)-[:PART_OF]->(:Chapter)-[:PART_OF]->(d:Document)
CALL (q, a, actors, stem, by_verb) {
  UNWIND CASE WHEN stem = '' OR by_verb THEN [] ELSE [a] END AS who
  MATCH (who)-[:PARTICIPATES_IN]->(n:Verb)
  WITH DISTINCT n, stem, actors
  WHERE n.stem = stem AND n.polarity = 'asserted'
    AND (size(actors) = 1 OR all(other IN actors WHERE EXISTS { (other)-[:PARTICIPATES_IN]->(n) }))
  RETURN n
  UNION
  UNWIND CASE WHEN by_verb AND stem <> '' THEN [stem] ELSE [] END AS sought
  MATCH (n:Verb {workspace: $workspace, stem: sought})
  WHERE n.polarity = 'asserted' AND all(other IN actors WHERE EXISTS { (other)-[:PARTICIPATES_IN]->(n) })
  RETURN n
  UNION
  UNWIND CASE WHEN q.seeks IN $whereabouts THEN actors ELSE [] END AS who
  MATCH (who)-[:AT]->(n:Space)-[:NAMED]->(:Place)
  RETURN DISTINCT n
}
MATCH (n)-[:SUPPORTED_BY]->(c:Claim)
WHERE (n:Verb OR c.source = 'explicit')
  AND (c.told_at > raised.told_at OR NOT EXISTS { (c)-[:FROM]->(:Chunk)-[:PART_OF]->(:Chapter)-[:PART_OF]->(d) })
RETURN q.uid AS question, c.uid AS claim
