// Apply: verbs, one for each claim that tells an event.
CYPHER 25
UNWIND $rows AS row
MATCH (c:Claim {workspace: $workspace, uid: row.claim})
MERGE (v:Verb {workspace: $workspace, uid: row.uid})
ON CREATE SET v.label = row.label, v.phrase = row.phrase, v.polarity = row.polarity
MERGE (v)-[:SUPPORTED_BY]->(c)
