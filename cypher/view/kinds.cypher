// In a view: the kinds of an actor (x) by the chapters told by then, sure ones if there are any, or the one that a person gave it;
// null if there are none.
coalesce(CASE WHEN x.retyped IS NOT NULL THEN [x.retyped] END, head(COLLECT {
  MATCH (x)<-[:OF]-(:Persona)-[view_share:IN]->(view_chapter:Chapter)
  WHERE read(view_chapter)
  WITH collect(view_share) AS view_shares
  UNWIND view_shares AS view_share
  WITH view_shares, view_share
  WHERE view_share.sure OR none(view_other IN view_shares WHERE view_other.sure)
  UNWIND view_share.kinds AS view_kind
  WITH DISTINCT view_kind ORDER BY view_kind
  WITH collect(view_kind) AS view_kinds
  WHERE size(view_kinds) > 0
  RETURN view_kinds
}))
