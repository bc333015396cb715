"""The command `gsw`: click commands by noun, thin over the Workspace client."""
