// In a view: what the claims of a role or state (x) that were told by then say of when it holds; null if there are none.
head(COLLECT {
  MATCH (x)-[view_saying:SUPPORTED_BY]->(view_claim:Claim)-[:FROM]->(view_passage:Chunk)
  WHERE told(view_claim)
  WITH view_saying, view_claim, begun(view_passage) AS view_begun
  WITH min(view_saying.valid_from) AS valid_from, max(view_saying.valid_to) AS valid_to,
       min(view_saying.seen_from) AS seen_from, max(view_saying.seen_to) AS seen_to,
       collect(view_saying.open) AS opens, collect(view_saying.interval) AS stated,
       min(view_claim.told_at) AS told_at, collect(view_claim.source) AS sources, collect(view_begun) AS begins
  WHERE told_at IS NOT NULL
  RETURN {
    valid_from: valid_from, valid_to: valid_to, open: valid_to IS NULL AND true IN opens, seen_from: seen_from,
    seen_to: seen_to, told_at: told_at, stated: stated, begun: true IN begins,
    source: head([view_source IN ['explicit', 'inherited', 'inferred'] WHERE view_source IN sources])
  }
})
