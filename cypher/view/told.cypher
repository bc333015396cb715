// In a view: a claim, a mention or a passage (x) was told by then, and the workspace had read it by then.
EXISTS {
  MATCH (x)-[:FROM]->{0,1}(view_chunk:Chunk)-[:PART_OF]->(view_chapter:Chapter)
  WHERE read(view_chapter)
    AND ($view.known IS NULL OR EXISTS {
      MATCH (view_entry:LogEntry {workspace: $workspace, key: view_chunk.entry})
      WHERE view_entry.recorded_at <= $view.known
    })
}
