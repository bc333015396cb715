// Apply: which actor fills which valence of verbs, from all claims that tell them.
CYPHER 25
UNWIND $uids AS uid
MATCH (v:Verb {workspace: $workspace, uid: uid})-[s:SUPPORTED_BY]->(c:Claim)-[about:ABOUT]->(:Mention)<-[:SUPPORTED_BY]-(a:Actor)
WITH v, a, about.valence AS valence, min(s.valid_from) AS valid_from, max(s.valid_to) AS valid_to,
     collect(DISTINCT s.open) AS opens, min(c.told_at) AS told_at, min(c.recorded_at) AS recorded_at,
     max(c.confidence) AS confidence, collect(DISTINCT c.source) AS sources
MERGE (a)-[r:PARTICIPATES_IN {valence: valence}]->(v)
SET r.valid_from = valid_from, r.valid_to = valid_to, r.open = true IN opens, r.told_at = told_at,
    r.recorded_at = recorded_at, r.confidence = confidence,
    r.source = head([source IN ['explicit', 'inherited', 'inferred'] WHERE source IN sources])
