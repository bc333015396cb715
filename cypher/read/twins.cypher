// Find what has the same text as some documents, and say whether they are there with that text themselves.
CYPHER 25
UNWIND $rows AS row
RETURN row.uid AS uid,
       EXISTS { MATCH (:Document {workspace: $workspace, uid: row.uid, sha256: row.sha256}) } AS own,
       COLLECT {
         MATCH (t:Document {workspace: $workspace, sha256: row.sha256})
         WHERE t.uid <> row.uid AND t.status = 'read'
         RETURN t.key AS key ORDER BY key LIMIT 3
       } AS twins
