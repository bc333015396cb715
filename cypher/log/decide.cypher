// Keep decisions, which are to be followed, and the number that they have come to.
CYPHER 25
MATCH (w:Workspace {workspace: $workspace})
SET w.rulings = $version, w.rulings_hash = $hash
WITH w
UNWIND $rows AS row
MERGE (e:LogEntry {workspace: $workspace, key: row.key})
SET e += row.properties, e.kind = 'decision', e.status = 'done', e.unfollowed = true,
    e.recorded_at = coalesce(row.recorded_at, $now)
