// Write the chapters of a document.
CYPHER 25
MATCH (d:Document {workspace: $workspace, uid: $document})
UNWIND $rows AS row
MERGE (c:Chapter {workspace: $workspace, uid: row.uid})
SET c += row.properties
MERGE (c)-[:PART_OF]->(d)
