// In a view: an event (x) was told by then, and had happened by the day, as far as its date is known.
EXISTS {
  MATCH (x)-[view_telling:SUPPORTED_BY]->(view_claim:Claim)
  WHERE told(view_claim)
    AND ($view.last IS NULL OR view_telling.valid_from IS NULL OR view_telling.valid_from <= $view.last)
}
