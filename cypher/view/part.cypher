// In a view: that an actor (x) takes part in an event (y) in the slot that a relationship (z) says was told by then.
EXISTS {
  MATCH (y)-[:SUPPORTED_BY]->(view_claim:Claim)-[:ABOUT {valence: z.valence}]->(:Mention)<-[:SUPPORTED_BY]-(x)
  WHERE told(view_claim)
}
