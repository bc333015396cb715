// In a view: all names of an actor or place (x) that were told by then; null if there are none.
head([view_names IN [COLLECT {
  CALL (x) {
    MATCH (x)<-[:OF]-(:Persona)-[view_share:IN]->(view_chapter:Chapter)
    WHERE read(view_chapter)
    UNWIND view_share.names + [view_own IN [x.renamed] WHERE view_own IS NOT NULL] AS view_name
    RETURN view_name
    UNION
    MATCH (x)-[:SUPPORTED_BY]->(view_mention:Mention {kind: 'place'})
    WHERE x:Place AND told(view_mention)
    UNWIND CASE WHEN view_mention.form = 'alias' THEN [view_mention.name, view_mention.surface] ELSE [view_mention.name] END AS view_name
    RETURN view_name
  }
  RETURN DISTINCT view_name
  ORDER BY view_name
}] WHERE size(view_names) > 0])
