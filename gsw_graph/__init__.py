"""gsw-graph: episodic memory on Neo4j."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from gsw_graph.errors import GSWError

if TYPE_CHECKING:
    from gsw_graph.explanation import Explanation
    from gsw_graph.records import Document
    from gsw_graph.views import Answer, EntityView, Evidence, TimelineRow, View
    from gsw_graph.workspace import Workspace

__all__ = [
    "Answer",
    "Document",
    "EntityView",
    "Evidence",
    "Explanation",
    "GSWError",
    "TimelineRow",
    "View",
    "Workspace",
]


def __getattr__(name: str) -> Any:
    """Import a public name on first use: the records bring pydantic along, the client the database driver."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = {"Workspace": "workspace", "Document": "records", "Explanation": "explanation"}.get(name, "views")
    return getattr(import_module(f"gsw_graph.{module}"), name)
