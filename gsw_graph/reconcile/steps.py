"""Running the Reconciler's steps by name, for chapters that are in the held layer already.

Nothing changes by it, unless somebody has changed the held layer by hand: each step can be run again.
"""

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any, NamedTuple

from gsw_graph.decisions import rulings
from gsw_graph.errors import InputError
from gsw_graph.graph import Graph, Row, Transaction
from gsw_graph.log import Log
from gsw_graph.reconcile import STEPS, batches, reconcile
from gsw_graph.reconcile.holding import hold, take_out
from gsw_graph.statements import load_statement


class Step(NamedTuple):
    """A step that applies decisions: a statement of cypher/reconcile/."""

    name: str
    does: str


class Reconciled(NamedTuple):
    """What was done to chapters."""

    chapters: int
    chunks: int
    rows: dict[str, int]
    """How many rows each statement applied or took back, in the order in which they ran first."""


class _Watched(Transaction):
    """Counts the rows of what changes the held layer; if it is for one step, whatever else changes it does nothing.

    Args:
        tx: The transaction.
        only: Name of the step; "" for all.
    """

    def __init__(self, tx: Transaction, only: str) -> None:
        self._tx = tx
        self._only = only
        self.rows: dict[str, int] = {}

    def run(self, name: str, **parameters: Any) -> list[Row]:
        """Run a statement and return its rows."""
        folder, _, step = name.partition("/")
        kind = load_statement(name).documentation.partition(":")[0]
        if folder == "reconcile" and kind != "Propose":
            if self._only not in ("", step):
                return []
            if kind in {"Apply", "Take back"}:
                given = max((len(value) for value in parameters.values() if isinstance(value, list)), default=0)
                self.rows[step] = self.rows.get(step, 0) + given
        return self._tx.run(name, **parameters)


def steps() -> list[Step]:
    """Return the steps that apply decisions, in the order in which they run."""
    said = {name: load_statement(f"reconcile/{name}").documentation.removeprefix("Apply: ") for name in STEPS}
    return [Step(name, text.partition(". ")[0].rstrip(".")) for name, text in said.items()]


def check_step(step: str) -> None:
    """Refuse a step that there is not.

    Args:
        step: Its name.

    Raises:
        InputError: There is none of that name.
    """
    if step not in STEPS:
        raise InputError(f"The Reconciler has no step {step!r}.", hint="gsw reconcile --list")


def run_again(
    graph: Graph,
    workspace: str,
    *,
    document: str = "",
    chapters: Collection[tuple[str, int]] = (),
    step: str = "",
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Reconciled:
    """Take chapters out of the held layer and hold them again, or apply one step of that again.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        document: Key of a document, all chapters of which are meant.
        chapters: Or chapters, each by its document's key and its number; without either all of the workspace.
        step: Name of the only step to run; "" for all.
        progress: Called with the chapters done and their total.

    Raises:
        InputError: There is no such step, document or chapter in the held layer.
        ServerError: The workspace is being rebuilt.
    """
    if step:
        check_step(step)
    with Log(graph, workspace).working():
        rows = _chapters(graph, workspace, document, chapters)
        again: list[str] = []
        counted: dict[str, int] = {}
        done = 0
        for batch in batches(rows):
            found, moved = graph.transact(partial(hold_again, workspace=workspace, chapters=batch, step=step))
            again += moved
            for name, count in found.items():
                counted[name] = counted.get(name, 0) + count
            done += len(batch)
            progress(done, len(rows))
        reconcile(graph, workspace, again, partial=True)
    return Reconciled(len(rows), sum(row["chunks"] for row in rows), counted)


def hold_again(tx: Transaction, workspace: str, chapters: Sequence[str], step: str) -> tuple[dict[str, int], list[str]]:
    """Hold some chapters again, or apply one step of it; return the rows, and the chunks of others that have to follow.

    Args:
        tx: The transaction.
        workspace: Name of the workspace.
        chapters: Their uids.
        step: Name of the only step; "" for all.
    """
    tx.run("reconcile/lock", workspace=workspace)
    watched = _Watched(tx, step)
    decided = rulings(tx, workspace)
    if step:
        hold(watched, workspace, chapters, decided)
        return watched.rows, []
    moved = take_out(watched, workspace, chapters, decided)
    return watched.rows, moved + hold(watched, workspace, chapters, decided)


def _chapters(graph: Graph, workspace: str, document: str, chapters: Collection[tuple[str, int]]) -> Sequence[Row]:
    """Return the chapters that are meant, of which something is in the held layer."""
    some = {key for key, _ in chapters} | ({document} if document else set())
    keys = some or {row["key"] for row in graph.run("read/documents", workspace=workspace)}
    rows = graph.run("read/held_chapters", workspace=workspace, documents=sorted(keys))
    missing = sorted(some - {row["document"] for row in rows})
    if missing:
        raise InputError(f"Nothing of a document {missing[0]!r} is in the held layer.", hint="gsw status")
    places = {(row["document"], row["number"]) for row in rows}
    for key, number in sorted(set(chapters) - places):
        raise InputError(f"Nothing of chapter {number} of {key!r} is in the held layer.", hint="gsw status")
    wanted = places if not chapters else set(chapters) | {place for place in places if place[0] == document}
    return [row for row in rows if (row["document"], row["number"]) in wanted]
