// Propose: what some claims tell of events and of being at a place: who takes part, where and when.
CYPHER 25
UNWIND $claims AS uid
MATCH (c:Claim {workspace: $workspace, uid: uid})<-[:SUPPORTED_BY]-(n:Verb|Space)
MATCH (c)-[:FROM]->(:Chunk)-[:PART_OF]->(there:Chapter)-[:PART_OF]->(e:Document)
RETURN c.uid AS claim, c.kind AS kind, c.label AS verb, c.polarity AS polarity, c.source AS source, c.told_at AS told_at,
       e.key AS told_in, n.uid AS node,
       COLLECT {
         MATCH (c)-[b:ABOUT]->(m:Mention)<-[:SUPPORTED_BY]-(a:Actor)
         RETURN {actor: a.uid, valence: b.valence, kind: m.kind}
       } AS parts,
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
       COLLECT {
         MATCH (a:Actor)-[at:AT]->(n)
         WHERE at.valid_to IS NOT NULL
         RETURN {actor: a.uid, day: at.valid_to}
       } AS until
