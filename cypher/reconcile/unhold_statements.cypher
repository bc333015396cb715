// Take back: what some chunks say of roles, states and verbs; name those that others say too, and remove the rest. A role
// or state that is denied no more is named as well.
CYPHER 25
UNWIND $chunks AS uid
MATCH (:Chunk {workspace: $workspace, uid: uid})<-[:FROM]-(:Claim)<-[s:SUPPORTED_BY]-(n:Role|State|Verb)
DELETE s
WITH DISTINCT n
WITH n, n.uid AS uid, n.statement AS statement, n.denies AS denies, EXISTS { (n)-[:SUPPORTED_BY]->() } AS stays
FOREACH (gone IN CASE WHEN stays THEN [] ELSE [n] END | DETACH DELETE gone)
WITH uid, statement, denies, stays
WHERE stays OR denies IS NOT NULL
RETURN uid, statement, denies
ORDER BY uid
