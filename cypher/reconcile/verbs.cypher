// Apply: verbs, one for each event; told twice, it has two claims. When it happens by each of them stands on the relationship.
CYPHER 25
UNWIND $rows AS row
MATCH (c:Claim {workspace: $workspace, uid: row.claim})
MERGE (v:Verb {workspace: $workspace, uid: row.uid})
ON CREATE SET v.stem = row.stem, v.polarity = row.polarity
SET v.label = CASE WHEN v.label IS NULL OR row.label < v.label THEN row.label ELSE v.label END,
    v.phrase = CASE
      WHEN v.phrase IS NULL OR size(row.phrase) > size(v.phrase)
        OR (size(row.phrase) = size(v.phrase) AND row.phrase > v.phrase)
      THEN row.phrase ELSE v.phrase END
MERGE (v)-[s:SUPPORTED_BY]->(c)
SET s.valid_from = row.valid_from, s.valid_to = row.valid_to, s.open = row.open
