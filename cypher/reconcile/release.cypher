// Take back: the actors of personae that nobody bears.
CYPHER 25
UNWIND $uids AS uid
MATCH (:Persona {workspace: $workspace, uid: uid})-[of:OF]->(:Actor)
DELETE of
