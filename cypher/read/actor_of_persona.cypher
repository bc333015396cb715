// Find the actor that a persona belongs to, by the persona's uid or by that of the actor that it would be alone.
CYPHER 25
CALL () {
  MATCH (p:Persona {workspace: $workspace, uid: $uid}) RETURN p
  UNION
  MATCH (p:Persona {workspace: $workspace, own: $uid}) RETURN p
}
MATCH (p)-[:OF]->(a:Actor)
RETURN DISTINCT 'Actor' AS label, a.uid AS uid, a.name AS name
