// Read what is held of actors in chapters, each fact with the words that say it, and the summary that stands.
CYPHER 25
UNWIND $rows AS row
MATCH (ch:Chapter {workspace: $workspace, uid: row.chapter})-[:PART_OF]->(d:Document)
MATCH (a:Actor {workspace: $workspace, uid: row.actor})
OPTIONAL MATCH (s:Summary {workspace: $workspace, uid: row.summary})
RETURN row.summary AS summary, ch.uid AS chapter_uid, a.uid AS actor, coalesce(/*+ name(a), */ a.name) AS name, d.key AS document,
  ch.index AS chapter, ch.title AS title, s.text AS text, s.hash AS hash, s.embedding AS embedding,
  COLLECT {
    MATCH (a)-[r:HAS_ROLE|IN_STATE|PARTICIPATES_IN]->(n:Role|State|Verb)-[:SUPPORTED_BY]->(c:Claim)-[f:FROM]->(k:Chunk)-[:PART_OF]->(ch)
    /*+ WHERE told(c) AND CASE WHEN n:Verb THEN happened(n) AND part(a, n, r) ELSE held(n) END */
    RETURN {
      kind: labels(n)[0], text: coalesce(/*+ CASE WHEN n:Verb THEN telling(n).phrase END, */ n.phrase, n.label), edtf: null, polarity: n.polarity, valence: r.valence,
      others: CASE WHEN n:Verb THEN COLLECT {
        MATCH (other:Actor)-[part:PARTICIPATES_IN]->(n) WHERE other <> a /*+ AND part(other, n, part) */
        RETURN {name: coalesce(/*+ name(other), */ other.name), valence: part.valence} ORDER BY part.valence, other.name
      } ELSE [] END,
      places: COLLECT { MATCH (n)-[:AT]->(s:Space)-[:NAMED]->(p:Place) /*+ WHERE stands(s) */ RETURN DISTINCT p.name AS name ORDER BY name },
      dates: COLLECT { MATCH (n)-[:DURING]->(t:Time)-[:DATED]->(e:Date) /*+ WHERE stands(t) */ RETURN DISTINCT e.edtf AS edtf ORDER BY edtf },
      start: a.uid, type: type(r), end: n.uid, current: r.superseded_at IS NULL,
      said: c.uid, reading: k.entry, words: f.quote, from: f.start, to: f.end,
      chunk_start: k.start, chunk: k.text, page: k.page, breaks: [p IN d.pages WHERE k.start < p < k.end]
    } AS fact
  } + COLLECT {
    MATCH (a)-[shared:AT|DURING]->(n:Space|Time {chapter: row.chapter})-[r:NAMED|DATED]->(p:Place|Date)
    /*+ WHERE stands(n) AND since(shared) AND since(r) */
    CALL (a, n) {
      MATCH (n)-[:SUPPORTED_BY]->(c:Claim)
      /*+ WHERE told(c) */
      WITH c, EXISTS { MATCH (c)-[:ABOUT {valence: 'member'}]->(:Mention)<-[:SUPPORTED_BY]-(a) } AS about
      ORDER BY about DESC, c.source = 'explicit' DESC, c.told_at, c.uid
      LIMIT 1
      OPTIONAL MATCH (c)-[:ABOUT]->(m:Mention) WHERE c.source <> 'explicit' AND m.kind IN ['place', 'date']
      RETURN coalesce(m, c) AS said ORDER BY m.uid LIMIT 1
    }
    MATCH (said)-[f:FROM]->(k:Chunk)-[:PART_OF]->(ch)
    RETURN {
      kind: labels(p)[0], text: coalesce(p.name, r.phrase), edtf: p.edtf, polarity: 'asserted', valence: null, others: [],
      places: [], dates: [],
      start: n.uid, type: type(r), end: p.uid, current: r.superseded_at IS NULL,
      said: said.uid, reading: k.entry, words: f.quote, from: f.start, to: f.end,
      chunk_start: k.start, chunk: k.text, page: k.page, breaks: [x IN d.pages WHERE k.start < x < k.end]
    } AS fact
  } AS facts
