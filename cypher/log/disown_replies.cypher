// Take a document from those that replies are about, and return the replies that are about no other.
CYPHER 25
UNWIND ['done', 'failed', 'pending', 'redacted'] AS status // each state there is, as the index has it
MATCH (e:LogEntry {workspace: $workspace, kind: 'reply', status: status})
WHERE $document IN e.documents
SET e.documents = [document IN e.documents WHERE document <> $document]
WITH e
WHERE size(e.documents) = 0
RETURN e.key AS key
