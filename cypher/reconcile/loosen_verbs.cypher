// Take back: who takes part in events that others tell too, and what they bring about; it is told again by those.
CYPHER 25
UNWIND $uids AS uid
MATCH (v:Verb {workspace: $workspace, uid: uid})
SET v.phrase = null, v.label = null
WITH v
OPTIONAL MATCH (v)-[r:PARTICIPATES_IN|BRINGS_ABOUT|ENDS]-()
DELETE r
WITH DISTINCT v
MATCH (v)-[:SUPPORTED_BY]->(:Claim)-[:FROM]->(:Chunk)-[:PART_OF]->(chapter:Chapter)
RETURN DISTINCT chapter.uid AS chapter
