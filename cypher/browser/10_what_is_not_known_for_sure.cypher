// Places and times that are not known, or not for sure
// A picture: scenes whose place has no name, times without a date, and times whose date is vague ("around 1950").
CYPHER 25
CALL () {
  MATCH (s:Space {workspace: $workspace})
  WHERE s.chapter IS NOT NULL AND NOT EXISTS { (s)-[:NAMED]->(:Place) }
  RETURN s AS coupling
  UNION
  MATCH (t:Time {workspace: $workspace})
  WHERE t.chapter IS NOT NULL
    AND NOT EXISTS { MATCH (t)-[:DATED]->(d:Date) WHERE d.earliest = d.latest AND NOT d.edtf ENDS WITH '?' }
  RETURN t AS coupling
}
MATCH shared = (coupling)<-[r:AT|DURING]-(:Actor|Verb)
OPTIONAL MATCH guess = (coupling)-[:DATED]->(:Date)
RETURN shared, guess
ORDER BY r.told_at
LIMIT 200
