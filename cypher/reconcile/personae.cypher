// Apply: personae, each what texts call by one name. A chapter's share is a relationship of its own, so that it can be
// taken back; on the node stands what they say together. Kinds that a proper name shows are sure, and others then don't count.
CYPHER 25
UNWIND $rows AS row
MATCH (chapter:Chapter {workspace: $workspace, uid: row.chapter})
MERGE (p:Persona {workspace: $workspace, uid: row.uid})
ON CREATE SET p.home = row.home, p.folded = row.folded, p.mark = row.mark, p.family = row.family, p.own = row.own,
  p.passages = row.passages
MERGE (p)-[i:IN]->(chapter)
SET i.name = row.name, i.names = row.names, i.kinds = row.kinds, i.sure = row.sure, i.borne = row.borne
WITH p, collect(row) AS shares, any(share IN collect(row) WHERE share.sure) AS sure // all of a persona at once: its own sums are read
WITH p, shares, sure, COLLECT {
  UNWIND shares AS share
  WITH share WHERE share.sure = sure
  UNWIND share.kinds AS kind
  RETURN DISTINCT kind
} AS kinds
SET p.name = COLLECT {
      UNWIND [name IN [p.name] WHERE name IS NOT NULL] + [share IN shares | share.name] AS name
      RETURN name ORDER BY size(name) DESC, name DESC LIMIT 1
    }[0],
    p.names = COLLECT {
      UNWIND coalesce(p.names, []) + reduce(names = [], share IN shares | names + share.names) AS name
      RETURN DISTINCT name ORDER BY name
    },
    p.kinds = COLLECT {
      UNWIND CASE
        WHEN p.sure AND NOT sure THEN p.kinds
        WHEN p.sure = sure THEN p.kinds + kinds
        ELSE kinds END AS kind
      RETURN DISTINCT kind ORDER BY kind
    }
SET p.sure = coalesce(p.sure, false) OR sure,
    p.borne = coalesce(p.borne, false) OR any(share IN shares WHERE share.borne)
