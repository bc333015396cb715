// List the keys of the entries of one kind that stand, with the characters of their payload, in the order of a file.
CYPHER 25
MATCH (e:LogEntry {workspace: $workspace, kind: $kind})
WHERE e.status IS NOT NULL AND (e.status = 'done' OR e.kind = 'call')
RETURN e.key AS key, size(coalesce(e.payload, '')) AS characters
ORDER BY key
