// Count the chapters of a workspace.
CYPHER 25
MATCH (ch:Chapter {workspace: $workspace})
WHERE ch.uid IS NOT NULL /*+ AND read(ch) */
RETURN count(ch) AS chapters
