// Find the actor that a persona belongs to.
CYPHER 25
MATCH (:Persona {workspace: $workspace, uid: $uid})-[:OF]->(a:Actor)
RETURN a.uid AS uid, a.name AS name
