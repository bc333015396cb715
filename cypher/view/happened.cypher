// In a view: an event (x) was told by then, and had happened by the day. Without a date it may have, if its scene had begun.
EXISTS {
  MATCH (x)-[view_telling:SUPPORTED_BY]->(view_claim:Claim)-[:FROM]->(view_passage:Chunk)
  WHERE told(view_claim)
    AND ($view.last IS NULL OR view_telling.valid_from <= $view.last
      OR (view_telling.valid_from IS NULL AND begun(view_passage)))
}
