// Wait until all indexes are online, for some seconds at most.
CYPHER 25
CALL db.awaitIndexes($seconds)
