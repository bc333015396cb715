// Take a document from those that replies are about, and return the replies that are about no other.
CYPHER 25
MATCH (e:LogEntry {workspace: $workspace, kind: 'reply'})
WHERE $document IN e.documents
SET e.documents = [document IN e.documents WHERE document <> $document]
WITH e
WHERE size(e.documents) = 0
RETURN e.key AS key
