// Let a workspace remember other settings.
CYPHER 25
MATCH (w:Workspace {workspace: $workspace})
SET w += $settings
