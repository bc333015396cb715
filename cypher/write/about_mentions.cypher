// Say which mentions a claim is about, and in which valence.
CYPHER 25
UNWIND $rows AS row
MATCH (c:Claim {workspace: $workspace, uid: row.claim})
MATCH (m:Mention {workspace: $workspace, uid: row.target})
MERGE (c)-[:ABOUT {valence: row.valence}]->(m)
