// In a view: a role or state (x) was told by then and holds on the day, as far as its bounds are known.
COUNT {
  WITH bounds(x) AS view_bounds
  WHERE holds(view_bounds)
  RETURN view_bounds
} > 0
