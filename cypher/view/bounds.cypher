// In a view: what the claims of a role or state (x) that were told by then say of when it holds; null if there are none.
head(COLLECT {
  MATCH (x)-[view_saying:SUPPORTED_BY]->(view_claim:Claim)-[:FROM]->(view_passage:Chunk)
  WHERE told(view_claim)
  WITH view_saying, view_claim, begun(view_passage) AS view_begun
  WITH min(view_saying.valid_from) AS view_first, max(view_saying.valid_to) AS view_last,
       min(view_saying.seen_from) AS view_seen, max(view_saying.seen_to) AS view_still,
       collect(view_saying.open) AS view_opens, collect(view_saying.interval) AS view_stated,
       min(view_claim.told_at) AS view_at, collect(view_claim.source) AS view_sources,
       collect(view_begun) AS view_begins
  WHERE view_at IS NOT NULL
  RETURN {
    valid_from: view_first, valid_to: view_last, open: view_last IS NULL AND true IN view_opens,
    seen_from: view_seen, seen_to: view_still, told_at: view_at, stated: view_stated, begun: true IN view_begins,
    source: head([view_source IN ['explicit', 'inherited', 'inferred'] WHERE view_source IN view_sources])
  }
})
