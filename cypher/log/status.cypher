// Say what the log holds under some keys.
CYPHER 25
UNWIND $keys AS key
MATCH (e:LogEntry {workspace: $workspace, key: key})
RETURN e.key AS key, e.status AS status, e.payload AS payload, e.claimed_by AS claimed_by, e.claimed_at AS claimed_at,
       e.recorded_at AS recorded_at
