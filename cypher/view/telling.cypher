// In a view: what the claims that tell an event (x) by then say of it and of when it happens; null if there are none.
head(COLLECT {
  MATCH (x)-[view_telling:SUPPORTED_BY]->(view_claim:Claim)
  WHERE told(view_claim)
  WITH view_telling, view_claim,
       CASE WHEN view_claim.phrase = '' THEN view_claim.label ELSE view_claim.phrase END AS view_phrase
  ORDER BY size(view_phrase) DESC, view_phrase DESC
  WITH min(view_telling.valid_from) AS view_first, max(view_telling.valid_to) AS view_last,
       collect(view_telling.open) AS view_opens, min(view_claim.told_at) AS view_at,
       collect(view_claim.source) AS view_sources, head(collect(view_phrase)) AS view_phrase
  WHERE view_at IS NOT NULL
  RETURN {
    valid_from: view_first, valid_to: view_last, open: true IN view_opens, told_at: view_at, phrase: view_phrase,
    source: head([view_source IN ['explicit', 'inherited', 'inferred'] WHERE view_source IN view_sources])
  }
})
