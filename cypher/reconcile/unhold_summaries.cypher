// Take back: the summaries of some chapters.
CYPHER 25
UNWIND $chapters AS chapter
MATCH (s:Summary {workspace: $workspace, chapter: chapter})
DETACH DELETE s
