// Read the names of some actors.
CYPHER 25
UNWIND $uids AS uid
MATCH (a:Actor {workspace: $workspace, uid: uid})
RETURN a.uid AS uid, a.name AS name
