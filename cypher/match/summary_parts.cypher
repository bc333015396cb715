// Read what an actor is and does in a chapter, with the summary that stands.
CYPHER 25
UNWIND $rows AS row
MATCH (ch:Chapter {workspace: $workspace, uid: row.chapter})-[:PART_OF]->(d:Document)
MATCH (a:Actor {workspace: $workspace, uid: row.actor})
OPTIONAL MATCH (s:Summary {workspace: $workspace, uid: row.summary})
RETURN row.summary AS summary, ch.uid AS chapter_uid, a.uid AS actor, coalesce(/*+ name(a), */ a.name) AS name, d.key AS document, ch.index AS chapter, ch.title AS title,
  s.hash AS hash, s.embedding AS embedding,
  COLLECT { MATCH (a)-[r:HAS_ROLE]->(n:Role {polarity: 'asserted'})-[:SUPPORTED_BY]->(c:Claim)-[:FROM]->(:Chunk)-[:PART_OF]->(ch)
            /*+ WHERE told(c) WITH n, bounds(n) AS r WHERE holds(r) */
            RETURN DISTINCT n.label AS label ORDER BY label } AS roles,
  COLLECT { MATCH (a)-[r:IN_STATE]->(n:State {polarity: 'asserted'})-[:SUPPORTED_BY]->(c:Claim)-[:FROM]->(:Chunk)-[:PART_OF]->(ch)
            /*+ WHERE told(c) WITH n, bounds(n) AS r WHERE holds(r) */
            RETURN DISTINCT n.label AS label ORDER BY label } AS states,
  COLLECT { MATCH (a)-[at:AT]->(n:Space {chapter: row.chapter})-[:NAMED]->(p:Place)
            /*+ WHERE stands(n) AND since(at) */
            RETURN DISTINCT p.name AS name ORDER BY name }
    AS places,
  COLLECT { MATCH (a)-[:DURING]->(n:Time {chapter: row.chapter})-[:DATED]->(e:Date)
            /*+ WHERE stands(n) AND ($view.last IS NULL OR e.earliest IS NULL OR e.earliest <= $view.last) */
            RETURN DISTINCT e.edtf AS edtf ORDER BY edtf }
    AS dates,
  COLLECT { MATCH (a)-[r:PARTICIPATES_IN {valence: 'agent'}]->(v:Verb)-[:SUPPORTED_BY]->(c:Claim)-[:FROM]->(:Chunk)-[:PART_OF]->(ch)
            /*+ WHERE told(c) AND happened(v) */
            WITH DISTINCT v, r ORDER BY r.told_at, v.uid
            RETURN {phrase: coalesce(/*+ telling(v).phrase, */ v.phrase), polarity: v.polarity} } AS verbs
