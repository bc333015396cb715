// Evidence of a state
// A picture: who was in a state ($state, say 'arrested'), what brought it about or ended it, and the passages that say so.
CYPHER 25
MATCH holds = (:Actor)-[:IN_STATE]->(n:State {workspace: $workspace, label: toLower($state)})
MATCH told = (n)-[:SUPPORTED_BY]->(c:Claim)-[:FROM]->(:Chunk)-[:PART_OF]->(:Chapter)
OPTIONAL MATCH turn = (n)<-[:BRINGS_ABOUT|ENDS]-(:Verb)<-[:PARTICIPATES_IN]-(:Actor)
RETURN holds, told, turn
ORDER BY c.told_at
LIMIT 100
