// In a view: what the claims of a role or state (x) that were told by then say of when it holds; null if there are none. As
// in the whole memory, what denies it on a later day ends it where nothing else does.
head(COLLECT {
  MATCH (x)-[view_saying:SUPPORTED_BY]->(view_claim:Claim)-[:FROM]->(view_passage:Chunk)
  WHERE told(view_claim)
  WITH view_saying, view_claim, begun(view_passage) AS view_begun
  WITH min(view_saying.valid_from) AS view_first, max(view_saying.valid_from) AS view_begin,
       max(view_saying.valid_to) AS view_last,
       min(view_saying.seen_from) AS view_seen, max(view_saying.seen_to) AS view_still,
       collect(view_saying.open) AS view_opens, collect(view_saying.interval) AS view_stated,
       min(view_claim.told_at) AS view_at, collect(view_claim.source) AS view_sources,
       collect(view_begun) AS view_begins
  WHERE view_at IS NOT NULL
  WITH *, coalesce(view_last, head(COLLECT {
    MATCH (x)<-[view_holding:HAS_ROLE|IN_STATE]-(view_actor:Actor)
    WHERE view_last IS NULL AND view_holding.valid_to IS NOT NULL
    MATCH (view_actor)-[:HAS_ROLE|IN_STATE]->({denies: x.statement})-[view_denial:SUPPORTED_BY]->(view_denied:Claim)
    WHERE view_denial.seen_to >= view_holding.valid_to AND view_denial.seen_from > view_begin AND told(view_denied)
    RETURN view_denial.seen_to AS view_day ORDER BY view_day LIMIT 1
  })) AS view_end
  RETURN {
    valid_from: view_first, valid_to: view_end, open: view_end IS NULL AND true IN view_opens,
    seen_from: view_seen, seen_to: view_still, told_at: view_at, stated: view_stated, begun: true IN view_begins,
    source: head([view_source IN ['explicit', 'inherited', 'inferred'] WHERE view_source IN view_sources])
  }
})
