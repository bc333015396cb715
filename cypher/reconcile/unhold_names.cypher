// Take back: the mentions in some chunks, and the places and dates that nothing else mentions.
CYPHER 25
UNWIND $chunks AS uid
MATCH (:Chunk {workspace: $workspace, uid: uid})<-[:FROM]-(:Mention)<-[s:SUPPORTED_BY]-(n:Actor|Place|Date)
DELETE s
WITH DISTINCT n
WHERE n:Place OR n:Date
WITH n, n:Place AS place, n.uid AS uid, EXISTS { (n)-[:SUPPORTED_BY]->() } AS stays
FOREACH (gone IN CASE WHEN stays THEN [] ELSE [n] END | DETACH DELETE gone)
WITH uid, stays, place
WHERE stays AND place
RETURN uid
ORDER BY uid
