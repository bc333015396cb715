"""gsw-graph: episodic memory on Neo4j."""

from typing import TYPE_CHECKING, Any

from gsw_graph.errors import GSWError
from gsw_graph.records import Answer, Document, EntityView, Evidence, TimelineRow

if TYPE_CHECKING:
    from gsw_graph.workspace import Workspace

__all__ = ["Answer", "Document", "EntityView", "Evidence", "GSWError", "TimelineRow", "Workspace"]


def __getattr__(name: str) -> Any:
    """Import the client on first use: it brings the database driver along."""
    if name == "Workspace":
        from gsw_graph.workspace import Workspace

        return Workspace
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
