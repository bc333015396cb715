"""On which readings a model's words rest: they go from the log when one of these does."""

from collections.abc import Collection, Mapping

from gsw_graph.graph import Graph, Row
from gsw_graph.log import now


def mark_replies(graph: Graph, workspace: str, readings: Mapping[str, Collection[str]]) -> None:
    """Let the log remember on which readings some replies rest; one that is not marked goes with any.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        readings: Log keys of readings, by a reply's log key.
    """
    rows: list[Row] = [{"key": key, "readings": sorted(rest)} for key, rest in sorted(readings.items())]
    if rows:
        graph.run("log/mark_replies", workspace=workspace, rows=rows, now=now())
