// Name some chapters by their uids: document, number and title.
CYPHER 25
UNWIND $uids AS uid
MATCH (ch:Chapter {workspace: $workspace, uid: uid})-[:PART_OF]->(d:Document)
/*+ WHERE read(ch) */
RETURN uid, d.key AS document, ch.index AS chapter, ch.title AS title
