// Apply: verbs, one for each event; told twice, it has two claims. When it happens by each of them stands on the relationship.
CYPHER 25
UNWIND $rows AS row
MATCH (c:Claim {workspace: $workspace, uid: row.claim})
MERGE (v:Verb {workspace: $workspace, uid: row.uid})
ON CREATE SET v.stem = row.stem, v.polarity = row.polarity
MERGE (v)-[s:SUPPORTED_BY]->(c)
SET s.valid_from = row.valid_from, s.valid_to = row.valid_to, s.open = row.open
