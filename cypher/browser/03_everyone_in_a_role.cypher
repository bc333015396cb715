// Everyone in a role
// A table: who bore a role ($role, say 'suspect'), since when, and the words that say so. One look-up in an index.
CYPHER 25
MATCH (n:Role {workspace: $workspace, label: toLower($role)})<-[r:HAS_ROLE]-(a:Actor)
RETURN a.name AS who,
       n.polarity AS polarity,
       date('1970-01-01') + duration('P1D') * r.valid_from AS `from`,
       date('1970-01-01') + duration('P1D') * r.valid_to AS until,
       r.open AS still,
       date('1970-01-01') + duration('P1D') * r.seen_from AS seen,
       COLLECT { MATCH (n)<-[:BRINGS_ABOUT]-(v:Verb) RETURN v.phrase ORDER BY v.phrase } AS begun_by,
       COLLECT { MATCH (n)<-[:ENDS]-(v:Verb) RETURN v.phrase ORDER BY v.phrase } AS ended_by,
       COLLECT { MATCH (n)-[:SUPPORTED_BY]->(c:Claim)-[f:FROM]->(:Chunk) RETURN f.quote ORDER BY c.told_at } AS words
ORDER BY r.told_at, who
