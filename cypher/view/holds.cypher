// In a view: a role or state holds on the day by what is known of its bounds (x): it may have begun and not ended. If nothing
// is, it holds from the day on which it is seen, or from the scene in which it is told.
(x IS NOT NULL AND ($view.last IS NULL OR (
  (x.valid_from IS NULL OR x.valid_from <= $view.last)
  AND (x.valid_to IS NULL OR x.valid_to >= $view.first)
  AND (x.valid_from IS NOT NULL OR x.valid_to IS NOT NULL OR x.seen_from <= $view.last OR (x.seen_from IS NULL AND x.begun))
)))
