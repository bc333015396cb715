// Keep calls in the ledger, with their tokens and cost; one that is there already is not counted twice.
CYPHER 25
UNWIND $rows AS row
MERGE (e:LogEntry {workspace: $workspace, key: row.key})
ON CREATE SET e += row.properties, e.kind = 'call', e.recorded_at = $now
