"""Batches under way, as the log has them: which inputs each holds, and how to find it at the endpoint."""

import json
from collections.abc import Sequence
from typing import NamedTuple

from gsw_graph.graph import Graph
from gsw_graph.log import now


class Batch(NamedTuple):
    """A batch as the log has it."""

    label: str
    id: str
    """"" before the endpoint has confirmed it."""
    requests: dict[str, tuple[str, list[str]]]
    """By custom_id: the task's name, and the log keys of its items in the order of their numbers."""
    alone: Sequence[str] = ()
    """Log keys of items that are asked about alone, since a reply before could not be used."""

    @property
    def key(self) -> str:
        """Its own log key."""
        return f"batch:{self.label}"

    @property
    def keys(self) -> set[str]:
        """The log keys of all its items."""
        return {key for _, keys in self.requests.values() for key in keys}


def under_way(graph: Graph, workspace: str) -> list[Batch]:
    """Return the batches of a workspace that were begun and not read, the oldest first.

    Args:
        graph: The database.
        workspace: Name of the workspace.
    """
    found = []
    for row in graph.run("log/batches", workspace=workspace):
        read = json.loads(row["payload"])
        requests = {name: (task, keys) for name, (task, keys) in read["requests"].items()}
        found.append(Batch(read["label"], read["id"], requests, read.get("alone", ())))
    return found


def keep_batch(graph: Graph, workspace: str, batch: Batch) -> None:
    """Write a batch into the log, as it is now.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        batch: The batch.
    """
    graph.run("log/keep_batch", workspace=workspace, key=batch.key, payload=json.dumps(batch._asdict()), now=now())


def end_batch(graph: Graph, workspace: str, batch: Batch) -> None:
    """Let the log forget a batch.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        batch: Its replies are in the log, or nothing will come of it.
    """
    graph.run("log/end_turn", workspace=workspace, key=batch.key)
