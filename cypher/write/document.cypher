// Write a document of the told layer.
CYPHER 25
MERGE (d:Document {workspace: $workspace, uid: $uid})
SET d += $properties
