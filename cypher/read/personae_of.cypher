// Read the personae of an actor, with the chapters that speak of each.
CYPHER 25
MATCH (a:Actor {workspace: $workspace, uid: $uid})<-[:OF]-(p:Persona)
RETURN p.uid AS uid, p.home AS home, p.folded AS folded, p.mark AS mark,
       COLLECT {
         MATCH (p)-[:IN]->(h:Chapter)-[:PART_OF]->(d:Document)
         RETURN {document: d.key, chapter: h.index} AS place ORDER BY d.key, h.index
       } AS chapters
ORDER BY uid
