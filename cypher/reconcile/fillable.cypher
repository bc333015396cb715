// Propose: which questions ask for what some claims tell, but for those that some chapters raise, which are
// looked at from their own side.
// A question is met by way of an actor that it is about, or of what it seeks where more than $busy ask about that actor.
CYPHER 25
UNWIND $claims AS uid
MATCH (c:Claim {workspace: $workspace, uid: uid})<-[:SUPPORTED_BY]-(n:Verb|Space)
CALL (c, n) {
  WITH c, n WHERE n:Verb AND n.polarity = 'asserted'
  MATCH (n)<-[:PARTICIPATES_IN]-(a:Actor)
  RETURN a, [word IN ['who', 'what', 'where', 'when'] | word + ' ' + n.stem] AS keys
  UNION
  WITH c, n WHERE n:Space AND c.source = 'explicit' AND EXISTS { (n)-[:NAMED]->(:Place) }
  MATCH (c)-[:ABOUT {valence: 'member'}]->(:Mention)<-[:SUPPORTED_BY]-(a:Actor)
  RETURN a, $whereabouts AS keys
}
WITH keys, a, collect(DISTINCT c) AS claims
WITH keys, a, claims, COUNT { (a)<-[:ABOUT]-() } AS asked
WITH keys, collect({a: a, claims: claims, asked: asked}) AS told, max(asked) AS most
CALL (keys, most) {
  UNWIND CASE WHEN most > $busy THEN keys ELSE [] END AS key
  MATCH (q:Question {workspace: $workspace, seeks: key})
  RETURN count(q) AS alike
}
UNWIND told AS one
WITH one.a AS a, one.claims AS claims, keys, one.asked > $busy AND alike < one.asked AS by_key
CALL (a, keys, by_key) {
  UNWIND CASE WHEN by_key THEN [] ELSE [a] END AS who
  MATCH (who)<-[:ABOUT]-(q:Question)
  WHERE q.seeks IN keys
  RETURN q
  UNION
  UNWIND CASE WHEN by_key THEN keys ELSE [] END AS key
  MATCH (q:Question {workspace: $workspace, seeks: key})
  WHERE EXISTS { (q)-[:ABOUT]->(a) }
  RETURN q
}
MATCH (q)-[:SUPPORTED_BY]->(raised:Claim)-[:FROM]->(:Chunk)-[:PART_OF]->(h:Chapter)-[:PART_OF]->(d:Document)
WHERE NOT h.uid IN $chapters
UNWIND claims AS c
WITH q, raised, d, c
WHERE c.told_at > raised.told_at OR NOT EXISTS { (c)-[:FROM]->(:Chunk)-[:PART_OF]->(:Chapter)-[:PART_OF]->(d) }
RETURN q.uid AS question, c.uid AS claim
