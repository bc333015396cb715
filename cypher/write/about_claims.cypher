// Say which other claims a claim is about: the state that a verb brings about, the verb that shares a place.
CYPHER 25
UNWIND $rows AS row
MATCH (c:Claim {workspace: $workspace, uid: row.claim})
MATCH (t:Claim {workspace: $workspace, uid: row.target})
MERGE (c)-[:ABOUT {valence: row.valence}]->(t)
