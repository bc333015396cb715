// Read the claims about an actor as the passages say them, with whom and what each is held to be about.
CYPHER 25
MATCH (:Actor {workspace: $workspace, uid: $actor})-[:SUPPORTED_BY]->(:Mention)<-[:ABOUT]-(c:Claim)
WHERE c.kind <> 'question'
WITH DISTINCT c
MATCH (c)-[:FROM]->(:Chunk)-[:PART_OF]->(:Chapter)-[:PART_OF]->(d:Document)
WITH c, d.key AS document
ORDER BY document, c.told_at, c.uid
LIMIT $limit
RETURN c.uid AS uid, c.kind AS kind, c.label AS label, c.phrase AS phrase, c.polarity AS polarity, c.source AS source,
       c.told_at AS told_at,
       COLLECT {
         MATCH (c)-[x:ABOUT]->(m:Mention)-[f:FROM]->(:Chunk)
         RETURN {valence: x.valence, said: coalesce(m.surface, f.quote), edtf: m.edtf,
                 name: head(COLLECT { MATCH (m)<-[:SUPPORTED_BY]-(n:Actor|Place) RETURN n.name AS name ORDER BY name })} AS part
         ORDER BY f.start, x.valence
       } AS mentions,
       COLLECT {
         MATCH (c)-[x:ABOUT]->(t:Claim)
         RETURN {valence: x.valence, kind: t.kind, label: t.label, phrase: t.phrase} AS part
         ORDER BY t.told_at, t.uid
       } AS claims,
       CASE c.kind
         WHEN 'space' THEN COLLECT { MATCH (c)<-[:SUPPORTED_BY]-(:Space)-[:NAMED]->(p:Place) RETURN DISTINCT p.name AS name ORDER BY name }
         WHEN 'time' THEN COLLECT { MATCH (c)<-[:SUPPORTED_BY]-(:Time)-[:DATED]->(d:Date) RETURN DISTINCT d.edtf AS edtf ORDER BY edtf }
         ELSE [] END AS settings,
       head(COLLECT { MATCH (c)<-[:SUPPORTED_BY]-(n:Role|State|Verb|Space|Time) RETURN n.uid AS uid ORDER BY uid }) AS held
ORDER BY document, told_at, uid
