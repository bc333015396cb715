// Say how wide the vectors of the database's index are.
CYPHER 25
SHOW VECTOR INDEXES YIELD name, options
WHERE name = 'chunk_vector'
RETURN options.indexConfig.`vector.dimensions` AS dimension
