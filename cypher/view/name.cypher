// In a view: the name of an actor (x), the fullest by which the chapters told by then call it, or the one that a person gave it.
coalesce(x.renamed, head(COLLECT {
  MATCH (x)<-[:OF]-(view_persona:Persona)-[view_share:IN]->(view_chapter:Chapter)
  WHERE read(view_chapter)
  RETURN view_share.name AS view_name
  ORDER BY view_persona.folded = x.folded DESC, view_persona.home = '' DESC, size(view_name) DESC, view_name DESC
  LIMIT 1
}))
