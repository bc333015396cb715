// Read what is known of the actors of some personae, with an example of the readings that say so, and some passages where
// texts speak of the persona itself.
CYPHER 25
UNWIND $uids AS uid
MATCH (p:Persona {workspace: $workspace, uid: uid})-[:OF]->(a:Actor)
RETURN uid, p.name AS name, a.uid AS actor, p.names AS names, p.kinds AS kinds,
       COLLECT {
         MATCH (a)-[:HAS_ROLE]->(r:Role)-[:SUPPORTED_BY]->(:Claim)-[:FROM]->(c:Chunk)
         WHERE r.polarity = 'asserted'
         WITH r.label AS label, min(c.entry) AS entry
         RETURN {label: label, entry: entry} AS fact ORDER BY label LIMIT $most
       } AS roles,
       COLLECT {
         MATCH (a)-[:IN_STATE]->(s:State)-[:SUPPORTED_BY]->(:Claim)-[:FROM]->(c:Chunk)
         WHERE s.polarity = 'asserted'
         WITH s.label AS label, min(c.entry) AS entry
         RETURN {label: label, entry: entry} AS fact ORDER BY label LIMIT $most
       } AS states,
       COLLECT {
         MATCH (a)-[:AT]->(s:Space)-[:NAMED]->(l:Place)
         MATCH (s)-[:SUPPORTED_BY]->(:Claim)-[:FROM]->(c:Chunk)
         WITH l.name AS label, min(c.entry) AS entry
         RETURN {label: label, entry: entry} AS fact ORDER BY label LIMIT $most
       } AS places,
       COLLECT {
         MATCH (p)-[:IN]->(h:Chapter)-[:PART_OF]->(d:Document)
         RETURN {document: d.key, chapter: h.index} AS place ORDER BY place.document, place.chapter
       } AS chapters,
       COLLECT {
         MATCH (p)-[:IN]->(h:Chapter)-[:PART_OF]->(d:Document)
         WITH h, d ORDER BY d.key, h.index LIMIT 3
         CALL (a, h) {
           MATCH (h)<-[:PART_OF]-(c:Chunk)<-[f:FROM]-(m:Mention)<-[:SUPPORTED_BY]-(a)
           RETURN c, f ORDER BY m.form = 'name' DESC, f.start, f.end LIMIT 1
         }
         RETURN {document: d.key, chapter: h.index, text: c.text, entry: c.entry, start: f.start - c.start,
                 end: f.end - c.start} AS passage
       } AS passages
