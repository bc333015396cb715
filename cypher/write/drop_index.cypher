// Drop one index, if it is there.
CYPHER 25
DROP INDEX $index IF EXISTS
