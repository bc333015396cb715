// Propose: which claims may answer which questions, of those raised or told in some chapters; the caller decides.
// Both are found by way of an actor that they share: a question by the verb that it asks for (`seeks`), and where somebody
// is by whatever has them at a place. Each side is read once, however many of the other it meets.
CYPHER 25
UNWIND $chapters AS uid
CALL (uid) {
  MATCH (:Chapter {workspace: $workspace, uid: uid})<-[:PART_OF]-(:Chunk)<-[:FROM]-(c:Claim {kind: 'verb'})<-[:SUPPORTED_BY]-(n:Verb)
  WHERE n.polarity = 'asserted'
  MATCH (n)<-[:PARTICIPATES_IN]-(a:Actor)
  WITH a, collect(DISTINCT {c: c, n: n, stem: n.stem}) AS told
  MATCH (a)<-[:ABOUT]-(q:Question)
  WHERE q.seeks CONTAINS ' '
  WITH told, q, substring(q.seeks, size(split(q.seeks, ' ')[0]) + 1) AS stem
  UNWIND [one IN told WHERE one.stem = stem] AS one
  RETURN q, one.c AS c, one.n AS n
  UNION
  MATCH (:Chapter {workspace: $workspace, uid: uid})<-[:PART_OF]-(:Chunk)<-[:FROM]-(:Claim {kind: 'question'})<-[:SUPPORTED_BY]-(q:Question)
  WHERE q.seeks CONTAINS ' '
  MATCH (q)-[:ABOUT]->(a:Actor)
  WITH a, collect(DISTINCT {q: q, stem: substring(q.seeks, size(split(q.seeks, ' ')[0]) + 1)}) AS asked
  MATCH (a)-[:PARTICIPATES_IN]->(n:Verb)
  WITH DISTINCT asked, n, n.stem AS stem
  UNWIND [one IN asked WHERE one.stem = stem] AS one
  WITH DISTINCT one.q AS q, n
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
WITH DISTINCT c, n, q
WITH c, n, collect(q) AS questions
MATCH (c)-[:FROM]->(:Chunk)-[:PART_OF]->(there:Chapter)-[:PART_OF]->(e:Document)
WITH questions, {
       claim: c.uid, kind: c.kind, verb: c.label, polarity: c.polarity, source: c.source, told_at: c.told_at, told_in: e.key,
       parts: COLLECT {
         MATCH (c)-[b:ABOUT]->(m:Mention)<-[:SUPPORTED_BY]-(a:Actor)
         RETURN {actor: a.uid, valence: b.valence, kind: m.kind}
       },
       node: n.uid,
       spaces: CASE WHEN n:Space THEN [] ELSE
         COLLECT { MATCH (n)-[:AT]->(s:Space {chapter: there.uid}) RETURN DISTINCT s.uid ORDER BY s.uid }
       END,
       places: COLLECT {
         MATCH (n)-[:AT*0..1]->(s:Space {chapter: there.uid})-[r:NAMED]->(p:Place)
         WHERE r.superseded_at IS NULL
         RETURN {space: s.uid, name: p.name}
       },
       times: COLLECT {
         MATCH (n)-[:DURING]->(t:Time {chapter: there.uid})-[r:DATED]->(:Date)
         WHERE r.superseded_at IS NULL
         RETURN DISTINCT t.uid ORDER BY t.uid
       },
       until: COLLECT {
         MATCH (a:Actor)-[at:AT]->(n)
         WHERE at.valid_to IS NOT NULL
         RETURN {actor: a.uid, day: at.valid_to}
       }
     } AS told
UNWIND questions AS q
WITH q, collect(told) AS answers
MATCH (q)-[:SUPPORTED_BY]->(:Claim)-[f:FROM]->(raised:Chunk)-[:PART_OF]->(h:Chapter)-[:PART_OF]->(d:Document)
WITH answers, q.uid AS question, q.label AS label,
     COLLECT { MATCH (q)-[:ABOUT]->(v:Verb) RETURN v.label ORDER BY v.label } AS verbs,
     COLLECT { MATCH (q)-[:ABOUT]->(a:Actor) RETURN DISTINCT a.uid } AS actors,
     d.key AS asked_in, h.index AS chapter, f.start AS start, f.end AS end, raised.start AS first, raised.text AS text,
     COLLECT { MATCH (q)-[r:ABOUT]->() WHERE r.valid_from IS NOT NULL RETURN r.valid_from } AS asked_on,
     COLLECT {
       MATCH (t:Time {workspace: $workspace, chapter: h.uid})-[r:DATED]->(day:Date)
       WHERE t.scene = raised.scene AND r.superseded_at IS NULL AND day.earliest IS NOT NULL
       RETURN day.earliest
     } AS scene_on
UNWIND [one IN answers WHERE any(part IN one.parts WHERE part.actor IN actors)] AS told
RETURN question, label, verbs, actors, asked_in, chapter, start, end, first, text, asked_on, scene_on,
       told.claim AS claim, told.kind AS kind, told.verb AS verb, told.polarity AS polarity, told.source AS source,
       told.told_at AS told_at, told.told_in AS told_in, told.parts AS parts, told.node AS node, told.spaces AS spaces,
       told.places AS places, told.times AS times, [one IN told.until WHERE one.actor IN actors | one.day] AS days
ORDER BY question, claim, node
