// In a view: the scene of a passage (x) is not dated after the day throughout.
($view.last IS NULL OR NOT EXISTS {
  MATCH (x)-[:PART_OF]->(view_set:Chapter)
  MATCH (view_time:Time {workspace: $workspace, chapter: view_set.uid, scene: x.scene})-[:DATED]->(view_date:Date)
  WITH min(view_date.earliest) AS view_first
  WHERE view_first > $view.last
  RETURN view_first
})
