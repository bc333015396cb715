"""gsw-graph: episodic memory on Neo4j."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from gsw_graph.errors import GSWError

if TYPE_CHECKING:
    from gsw_graph.records import Answer, Document, EntityView, Evidence, TimelineRow
    from gsw_graph.workspace import Workspace

__all__ = ["Answer", "Document", "EntityView", "Evidence", "GSWError", "TimelineRow", "Workspace"]


def __getattr__(name: str) -> Any:
    """Import a public name on first use: the records bring pydantic along, the client the database driver."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("gsw_graph.workspace" if name == "Workspace" else "gsw_graph.records"), name)
