// In a view: a held node (x) has support in what was told by then.
EXISTS {
  MATCH (x)-[:SUPPORTED_BY]->(view_support:Claim|Mention)
  WHERE told(view_support)
}
