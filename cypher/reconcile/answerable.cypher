// Propose: which claims may answer which questions, of those raised or told in some chapters; the caller decides.
// A question is found by the verb that it asks for (`seeks`) and must share an actor with the claim. Where somebody is
// may be answered by whatever has them at a place.
CYPHER 25
UNWIND $chapters AS uid
CALL (uid) {
  MATCH (:Chapter {workspace: $workspace, uid: uid})<-[:PART_OF]-(:Chunk)<-[:FROM]-(c:Claim {kind: 'verb'})<-[:SUPPORTED_BY]-(n:Verb)
  WHERE n.polarity = 'asserted'
  MATCH (q:Question {workspace: $workspace})
  WHERE q.seeks IN [wanted IN ['who', 'what', 'where', 'when'] | wanted + ' ' + n.stem]
  RETURN q, c, n
  UNION
  MATCH (:Chapter {workspace: $workspace, uid: uid})<-[:PART_OF]-(:Chunk)<-[:FROM]-(:Claim {kind: 'question'})<-[:SUPPORTED_BY]-(q:Question)
  WHERE q.seeks CONTAINS ' '
  MATCH (n:Verb {workspace: $workspace, stem: substring(q.seeks, size(split(q.seeks, ' ')[0]) + 1)})
  WHERE n.polarity = 'asserted'
  MATCH (n)-[:SUPPORTED_BY]->(c:Claim)
  RETURN q, c, n
  UNION
  MATCH (:Chapter {workspace: $workspace, uid: uid})<-[:PART_OF]-(:Chunk)<-[:FROM]-(c:Claim {kind: 'space', source: 'explicit'})
  MATCH (c)-[:ABOUT {valence: 'member'}]->(:Mention)<-[:SUPPORTED_BY]-(:Actor)<-[:ABOUT]-(q:Question)
  WHERE q.seeks IN $whereabouts
  MATCH (c)<-[:SUPPORTED_BY]-(n:Space)-[:NAMED]->(:Place)
  RETURN q, c, n
  UNION
  MATCH (:Chapter {workspace: $workspace, uid: uid})<-[:PART_OF]-(:Chunk)<-[:FROM]-(:Claim {kind: 'question'})<-[:SUPPORTED_BY]-(q:Question)
  WHERE q.seeks IN $whereabouts
  MATCH (q)-[:ABOUT]->(:Actor)-[:AT]->(n:Space)-[:NAMED]->(:Place)
  MATCH (n)-[:SUPPORTED_BY]->(c:Claim {kind: 'space', source: 'explicit'})
  RETURN q, c, n
}
WITH DISTINCT q, c, n
WHERE EXISTS { (c)-[:ABOUT]->(:Mention)<-[:SUPPORTED_BY]-(:Actor)<-[:ABOUT]-(q) }
MATCH (q)-[:SUPPORTED_BY]->(:Claim)-[f:FROM]->(raised:Chunk)-[:PART_OF]->(h:Chapter)-[:PART_OF]->(d:Document)
MATCH (c)-[:FROM]->(:Chunk)-[:PART_OF]->(there:Chapter)-[:PART_OF]->(e:Document)
RETURN q.uid AS question, q.label AS label,
       COLLECT { MATCH (q)-[:ABOUT]->(v:Verb) RETURN v.label ORDER BY v.label } AS verbs,
       COLLECT { MATCH (q)-[:ABOUT]->(a:Actor) RETURN DISTINCT a.uid } AS actors,
       d.key AS asked_in, h.index AS chapter, f.start AS start, f.end AS end, raised.start AS first, raised.text AS text,
       reduce(day = NULL, one IN COLLECT { MATCH (q)-[r:ABOUT]->() RETURN r.valid_from } |
         CASE WHEN day IS NULL OR one < day THEN one ELSE day END) AS day,
       c.uid AS claim, c.kind AS kind, c.label AS verb, c.polarity AS polarity, c.source AS source, c.told_at AS told_at,
       e.key AS told_in,
       COLLECT {
         MATCH (c)-[b:ABOUT]->(m:Mention)<-[:SUPPORTED_BY]-(a:Actor)
         RETURN {actor: a.uid, valence: b.valence, kind: m.kind}
       } AS parts,
       n.uid AS node,
       CASE WHEN n:Space THEN [] ELSE
         COLLECT { MATCH (n)-[:AT]->(s:Space {chapter: there.uid}) RETURN DISTINCT s.uid ORDER BY s.uid }
       END AS spaces,
       COLLECT {
         MATCH (n)-[:AT*0..1]->(s:Space {chapter: there.uid})-[r:NAMED]->(p:Place)
         WHERE r.superseded_at IS NULL
         RETURN {space: s.uid, name: p.name}
       } AS places,
       COLLECT {
         MATCH (n)-[:DURING]->(t:Time {chapter: there.uid})-[r:DATED]->(:Date)
         WHERE r.superseded_at IS NULL
         RETURN DISTINCT t.uid ORDER BY t.uid
       } AS times,
       COLLECT { MATCH (q)-[:ABOUT]->(:Actor)-[at:AT]->(n) WHERE at.valid_to IS NOT NULL RETURN at.valid_to } AS days
ORDER BY question, claim, node
