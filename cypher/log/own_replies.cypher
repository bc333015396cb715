// Let replies know of which documents their texts are: what no other trace leads to is found by it when one is forgotten.
CYPHER 25
UNWIND $rows AS row
MATCH (e:LogEntry {workspace: $workspace, key: row.key})
WITH e, [document IN row.documents WHERE NOT document IN coalesce(e.documents, [])] AS more
WHERE size(more) > 0
SET e.documents = coalesce(e.documents, []) + more
