// Who was at a place
// A picture: the place ($place), the scenes that are set there, and who was in each.
CYPHER 25
MATCH (p:Place {workspace: $workspace, folded: toLower($place)})
MATCH visit = (p)<-[:NAMED]-(:Space)<-[r:AT]-(a:Actor)
WHERE 'person' IN a.kinds
RETURN visit
ORDER BY r.told_at, a.name
LIMIT 200
