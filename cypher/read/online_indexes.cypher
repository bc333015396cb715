// List the indexes that are online; a constraint's index bears the constraint's name.
CYPHER 25
SHOW INDEXES YIELD name, state
WHERE state = 'ONLINE'
RETURN name
