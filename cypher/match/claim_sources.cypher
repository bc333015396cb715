// Say of what proves some items whether a passage says it outright, or its scene or a rule does: the claim that is
// quoted for it (match/coupling_evidence), outright ones first.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  MATCH (n:$(row.label) {workspace: $workspace, uid: row.uid})-[:SUPPORTED_BY]->(c:Claim)
  WHERE (row.actors = [] OR EXISTS {
    MATCH (c)-[:ABOUT {valence: 'member'}]->(:Mention)<-[:SUPPORTED_BY]-(a:Actor) WHERE a.uid IN row.actors
  }) /*+ AND told(c) */
  RETURN c
  ORDER BY c.source = 'explicit' DESC, c.told_at, c.uid
  LIMIT 1
}
RETURN row.number AS number, c.source AS source
