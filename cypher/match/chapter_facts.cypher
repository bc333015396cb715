// Read who, where and when of some chapters: actors by mentions, places and dates by what is coupled to them.
CYPHER 25
UNWIND $chapters AS uid
MATCH (ch:Chapter {workspace: $workspace, uid: uid})-[:PART_OF]->(d:Document)
RETURN uid, ch.index AS chapter, ch.title AS title, d.key AS document,
  COLLECT {
    MATCH (ch)<-[:PART_OF]-(c:Chunk)<-[:FROM]-(m:Mention)<-[:SUPPORTED_BY]-(a:Actor)
    WITH a, count(DISTINCT m) AS weight, collect(DISTINCT c.scene) AS scenes
    RETURN {uid: a.uid, name: a.name, kinds: a.kinds, weight: weight, scenes: scenes}
  } AS actors,
  COLLECT {
    MATCH (s:Space {workspace: $workspace, chapter: uid})-[r:NAMED]->(p:Place)
    RETURN {uid: p.uid, name: p.name, scene: s.scene, coupling: s.uid, source: r.source, told_at: r.told_at,
            weight: COUNT { (s)<-[:AT]-() }, actors: COLLECT { MATCH (a:Actor)-[:AT]->(s) RETURN a.uid }}
  } AS places,
  COLLECT {
    MATCH (t:Time {workspace: $workspace, chapter: uid})-[r:DATED]->(e:Date)
    RETURN {uid: e.uid, name: r.phrase, edtf: e.edtf, earliest: e.earliest, latest: e.latest, scene: t.scene,
            coupling: t.uid, source: r.source, told_at: r.told_at, inferred: r.inferred,
            weight: COUNT { (t)<-[:DURING]-() }, actors: COLLECT { MATCH (a:Actor)-[:DURING]->(t) RETURN a.uid }}
  } AS dates
ORDER BY document, chapter
