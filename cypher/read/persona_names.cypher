// Read what some personae are called by texts that stand.
CYPHER 25
UNWIND $uids AS uid
MATCH (p:Persona {workspace: $workspace, uid: uid})
RETURN uid, p.name AS name
