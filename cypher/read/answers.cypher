// Say nothing but that the database is there and may be read.
CYPHER 25
RETURN true AS answers
