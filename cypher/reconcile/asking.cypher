// Propose: what some questions want, about whom, and where and when they arise.
CYPHER 25
UNWIND $questions AS uid
MATCH (q:Question {workspace: $workspace, uid: uid})-[:SUPPORTED_BY]->(:Claim)-[f:FROM]->(raised:Chunk)-[:PART_OF]->(h:Chapter)-[:PART_OF]->(d:Document)
RETURN q.uid AS question, q.label AS label,
       COLLECT { MATCH (q)-[:ABOUT]->(v:Verb) RETURN v.label ORDER BY v.label } AS verbs,
       COLLECT { MATCH (q)-[:ABOUT]->(a:Actor) RETURN DISTINCT a.uid } AS actors,
       d.key AS asked_in, h.index AS chapter, f.start AS start, f.end AS end, raised.start AS first, raised.text AS text,
       COLLECT { MATCH (q)-[r:ABOUT]->() WHERE r.valid_from IS NOT NULL RETURN r.valid_from } AS asked_on,
       COLLECT {
         MATCH (t:Time {workspace: $workspace, chapter: h.uid})-[r:DATED]->(day:Date)
         WHERE t.scene = raised.scene AND r.superseded_at IS NULL AND day.earliest IS NOT NULL
         RETURN day.earliest
       } AS scene_on
