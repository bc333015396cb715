// In a view: a chapter (x) was told by then, in a document that the workspace had by then.
EXISTS {
  MATCH (x)-[:PART_OF]->(view_document:Document)
  WHERE ($view.chapters IS NULL OR x.index <= coalesce($view.chapters[view_document.key], $view.until))
    AND ($view.known IS NULL OR EXISTS {
      MATCH (view_came:LogEntry {workspace: $workspace, key: 'document:' + view_document.uid})
      WHERE view_came.recorded_at <= $view.known
    })
}
