// Where two actors met
// A picture: the scenes that two actors ($actor and $other) share, with place, and what they did to each other there.
CYPHER 25
MATCH (a:Actor {workspace: $workspace, folded: toLower($actor)})
MATCH (b:Actor {workspace: $workspace, folded: toLower($other)})
MATCH met = (a)-[r:AT]->(s:Space)<-[:AT]-(b)
OPTIONAL MATCH there = (s)-[:NAMED]->(:Place)
OPTIONAL MATCH deed = (a)-[:PARTICIPATES_IN]->(v:Verb)<-[:PARTICIPATES_IN]-(b)
  WHERE EXISTS { (v)-[:AT]->(s) }
RETURN met, there, deed
ORDER BY r.told_at
LIMIT 200
