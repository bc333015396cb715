// Apply: what a persona is called, from the chapters that still name it.
CYPHER 25
UNWIND $uids AS uid
MATCH (p:Persona {workspace: $workspace, uid: uid})-[i:IN]->(:Chapter)
WITH p, i
ORDER BY size(i.name) DESC, i.name DESC
WITH p, collect(i) AS shares, any(share IN collect(i) WHERE share.sure) AS sure
SET p.name = shares[0].name,
    p.names = COLLECT { UNWIND shares AS share UNWIND share.names AS name RETURN DISTINCT name ORDER BY name },
    p.kinds = COLLECT {
      UNWIND shares AS share
      WITH share WHERE share.sure = sure
      UNWIND share.kinds AS kind
      RETURN DISTINCT kind ORDER BY kind
    },
    p.sure = sure,
    p.borne = any(share IN shares WHERE share.borne)
