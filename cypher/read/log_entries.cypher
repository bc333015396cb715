// Read the entries that stand under some keys.
CYPHER 25
UNWIND $keys AS key
MATCH (e:LogEntry {workspace: $workspace, key: key})
WHERE e.status = 'done' OR e.kind = 'call'
RETURN properties(e) AS entry
ORDER BY key
