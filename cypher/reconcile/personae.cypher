// Apply: personae, each what texts call by one name. A chapter's share is a relationship of its own, so that it can be
// taken back; on the node stands what they say together. Kinds that a proper name shows are sure, and others then don't count.
CYPHER 25
UNWIND $rows AS row
MATCH (chapter:Chapter {workspace: $workspace, uid: row.chapter})
MERGE (p:Persona {workspace: $workspace, uid: row.uid})
ON CREATE SET p.home = row.home, p.folded = row.folded, p.mark = row.mark, p.family = row.family, p.own = row.own
MERGE (p)-[i:IN]->(chapter)
SET i.name = row.name, i.names = row.names, i.kinds = row.kinds, i.sure = row.sure
WITH p, row
SET p.name = CASE
      WHEN p.name IS NULL OR size(row.name) > size(p.name) OR (size(row.name) = size(p.name) AND row.name > p.name)
      THEN row.name ELSE p.name END,
    p.names = COLLECT { UNWIND coalesce(p.names, []) + row.names AS name RETURN DISTINCT name ORDER BY name },
    p.kinds = CASE
      WHEN p.sure IS NULL OR (row.sure AND NOT p.sure) THEN row.kinds
      WHEN p.sure AND NOT row.sure THEN p.kinds
      ELSE COLLECT { UNWIND p.kinds + row.kinds AS kind RETURN DISTINCT kind ORDER BY kind } END
SET p.sure = coalesce(p.sure, false) OR row.sure
