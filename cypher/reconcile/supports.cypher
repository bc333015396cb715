// Apply: the mentions that support an actor.
CYPHER 25
UNWIND $rows AS row
MATCH (a:Actor {workspace: $workspace, uid: row.actor})
UNWIND row.mentions AS mention
MATCH (m:Mention {workspace: $workspace, uid: mention})
MERGE (a)-[:SUPPORTED_BY]->(m)
