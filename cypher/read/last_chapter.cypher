// Read the greatest number that a chapter of any document has.
CYPHER 25
MATCH (h:Chapter {workspace: $workspace})
WHERE h.uid IS NOT NULL
RETURN max(h.index) AS last
