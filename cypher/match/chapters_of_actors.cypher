// Say in which chapters some actors are named or meant, and how often.
CYPHER 25
UNWIND $uids AS uid
MATCH (a:Actor {workspace: $workspace, uid: uid})-[:SUPPORTED_BY]->(m:Mention)-[:FROM]->(c:Chunk)-[:PART_OF]->(ch:Chapter)
/*+ WHERE told(m) AND begun(c) */
RETURN uid, ch.uid AS chapter, count(DISTINCT m) AS weight, collect(DISTINCT c.scene) AS scenes
