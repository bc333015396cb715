"""Batches under way, as the log has them: which inputs each holds, and how to find it at the endpoint."""

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gsw_graph.graph import Graph, Transaction
from gsw_graph.log import Log, now


class Batch(NamedTuple):
    """A batch as the log has it."""

    label: str
    id: str
    """"" before the endpoint has confirmed it."""
    requests: dict[str, tuple[str, list[str]]]
    """By custom_id: the task's name, and the log keys of its items in the order of their numbers."""
    owner: str = ""
    """Who makes it, as the log names its writers."""
    alone: Sequence[str] = ()
    """Log keys of items that are asked about alone, since a reply before could not be used."""
    passed: Mapping[str, int] = {}
    """How many batches before left items unanswered, by log key."""
    tokens: Mapping[str, int] = {}
    """What each request asks, in o200k tokens, by custom_id."""

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
        found.append(Batch(**{**read, "requests": requests}))
    return found


def keep_batch(graph: Graph, workspace: str, batch: Batch) -> None:
    """Write a batch into the log, as it is now; it holds its inputs from then on, also when its owner is gone.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        batch: The batch; its owner has claimed the inputs.
    """
    payload = json.dumps(batch._asdict())

    def keep(tx: Transaction) -> None:
        tx.run("log/keep_batch", workspace=workspace, key=batch.key, payload=payload, now=now())
        tx.run("log/hold_replies", workspace=workspace, keys=sorted(batch.keys), owner=batch.owner, batch=batch.key)

    graph.transact(keep)


def is_at_work(graph: Graph, workspace: str, log: Log, batch: Batch) -> bool:
    """Say whether whoever makes a batch is still at work, and may be sending it just now.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        log: The log.
        batch: The batch.
    """
    turns = graph.run("log/turns", workspace=workspace)
    return any(row["claimed_by"] == batch.owner and not log.is_gone(row) for row in turns)


def end_batch(graph: Graph, workspace: str, batch: Batch) -> None:
    """Let the log forget a batch; what it has not answered can be asked for again.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        batch: Its replies are in the log, or nothing will come of it.
    """

    def end(tx: Transaction) -> None:
        tx.run("log/end_turn", workspace=workspace, key=batch.key)
        tx.run("log/free_replies", workspace=workspace, keys=sorted(batch.keys), batch=batch.key)

    graph.transact(end)
