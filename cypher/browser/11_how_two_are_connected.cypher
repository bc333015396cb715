// How two actors are connected
// A picture: the shortest chains of deeds between two actors ($actor and $other), with at most three actors in between.
CYPHER 25
MATCH (a:Actor {workspace: $workspace, folded: toLower($actor)})
MATCH (b:Actor {workspace: $workspace, folded: toLower($other)})
MATCH chain = ALL SHORTEST
  (a) (()-[:PARTICIPATES_IN]->(v:Verb WHERE v.polarity = 'asserted')<-[:PARTICIPATES_IN]-()){1,4} (b)
RETURN chain
LIMIT 50
