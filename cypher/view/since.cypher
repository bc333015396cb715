// In a view: what a relationship (x) says had begun by the day, as far as that is known, and been told.
(($view.last IS NULL OR x.valid_from IS NULL OR x.valid_from <= $view.last)
  AND ($view.known IS NULL OR x.recorded_at IS NULL OR x.recorded_at <= $view.known))
