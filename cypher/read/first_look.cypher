// Show the actors that the text speaks of most, with their roles, states, places and dates, as a picture.
CYPHER 25
MATCH (a:Actor {workspace: $workspace})
WHERE a.uid IS NOT NULL
WITH a, COUNT { (a)-[:SUPPORTED_BY]->() } AS passages
ORDER BY passages DESC, a.uid
LIMIT 8
OPTIONAL MATCH path = (a)-[:HAS_ROLE|IN_STATE|AT|DURING]->()-[:NAMED|DATED]->{0,1}()
RETURN a, path
