// Apply: a chapter calls one persona by the other's name ("the International Harbour Office (IHO)").
CYPHER 25
UNWIND $rows AS row
MATCH (p:Persona {workspace: $workspace, uid: row.persona})
MATCH (q:Persona {workspace: $workspace, uid: row.other})
MERGE (p)-[:ALSO {chapter: row.chapter}]->(q)
