// Apply: what verbs are called, from all claims that tell them: the fullest phrase counts.
CYPHER 25
UNWIND $uids AS uid
MATCH (v:Verb {workspace: $workspace, uid: uid})-[:SUPPORTED_BY]->(c:Claim)
WITH v, c.label AS label, CASE WHEN c.phrase <> '' THEN c.phrase ELSE c.label END AS phrase
ORDER BY size(phrase) DESC, phrase DESC
WITH v, min(label) AS label, head(collect(phrase)) AS phrase
SET v.label = label, v.phrase = phrase
