// In a view: the name of an actor (x), the longest by which the chapters told by then call it, or the one that a person gave it.
coalesce(x.renamed, head(COLLECT {
  MATCH (x)<-[:OF]-(:Persona)-[view_share:IN]->(view_chapter:Chapter)
  WHERE read(view_chapter)
  RETURN view_share.name AS view_name
  ORDER BY size(view_name) DESC, view_name DESC
  LIMIT 1
}))
