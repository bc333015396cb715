// What is open
// A picture: the questions that the text raises and does not answer, what they ask about, and where they come up.
CYPHER 25
MATCH (q:Question {workspace: $workspace, status: 'open'})
MATCH asked = (q)-[:ABOUT]->(:Actor|Verb)
MATCH raised = (q)-[:SUPPORTED_BY]->(c:Claim)-[:FROM]->(:Chunk)-[:PART_OF]->(:Chapter)
RETURN asked, raised
ORDER BY c.told_at
LIMIT 100
