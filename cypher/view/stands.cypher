// In a view: what scenes share (x) has support in what was told by then, in a scene that had begun by the day.
EXISTS {
  MATCH (x)-[:SUPPORTED_BY]->(view_support:Claim)-[:FROM]->(view_passage:Chunk)
  WHERE told(view_support) AND begun(view_passage)
}
