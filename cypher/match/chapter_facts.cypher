// Read who, where and when of some chapters, or of some scenes of theirs: actors by mentions, places and dates by what is
// coupled to them.
CYPHER 25
UNWIND $rows AS row
WITH row.uid AS uid, row.scenes AS scenes
MATCH (ch:Chapter {workspace: $workspace, uid: uid})-[:PART_OF]->(d:Document)
RETURN uid, scenes, ch.index AS chapter, ch.title AS title, d.key AS document,
  COLLECT {
    MATCH (ch)<-[:PART_OF]-(c:Chunk)<-[:FROM]-(m:Mention)<-[:SUPPORTED_BY]-(a:Actor)
    WHERE (scenes IS NULL OR c.scene IN scenes) /*+ AND told(m) AND begun(c) */
    WITH a, count(DISTINCT m) AS weight, collect(DISTINCT c.scene) AS told_in
    RETURN {uid: a.uid, name: coalesce(/*+ name(a), */ a.name), kinds: coalesce(/*+ kinds(a), */ a.kinds), weight: weight, scenes: told_in}
  } AS actors,
  COLLECT {
    MATCH (s:Space {workspace: $workspace, chapter: uid})-[r:NAMED]->(p:Place)
    WHERE (scenes IS NULL OR s.scene IN scenes)
      /*+ AND stands(s) AND since(r) AND (NOT EXISTS { (s)<-[:AT]-() } OR EXISTS { (s)<-[at:AT]-() WHERE since(at) }) */
    RETURN {uid: p.uid, name: p.name, scene: s.scene, coupling: s.uid, source: r.source, told_at: r.told_at,
            weight: COUNT { (s)<-[at:AT]-() /*+ WHERE since(at) */ }, actors: COLLECT { MATCH (a:Actor)-[at:AT]->(s) /*+ WHERE since(at) */ RETURN a.uid },
            spans: COLLECT { MATCH (a:Actor)-[x:AT]->(s) /*+ WHERE since(x) */ RETURN {uid: a.uid, first: x.valid_from, last: x.valid_to} }}
  } AS places,
  COLLECT {
    MATCH (t:Time {workspace: $workspace, chapter: uid})-[r:DATED]->(e:Date)
    WHERE (scenes IS NULL OR t.scene IN scenes) /*+ AND stands(t) AND ($view.last IS NULL OR e.earliest IS NULL OR e.earliest <= $view.last) */
    RETURN {uid: e.uid, name: r.phrase, edtf: e.edtf, earliest: e.earliest, latest: e.latest, scene: t.scene,
            coupling: t.uid, source: r.source, told_at: r.told_at, inferred: r.inferred,
            weight: COUNT { (t)<-[:DURING]-() }, actors: COLLECT { MATCH (a:Actor)-[:DURING]->(t) RETURN a.uid }}
  } AS dates
ORDER BY document, chapter
