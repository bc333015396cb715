"""The Reconciler: Cypher proposes and applies, Python only decides (system.md §5).

The unit is the chapter: all that is told in it is decided on together, and what it contributes to the held layer is
added and taken back as a whole. Who is who, how long a role lasts and which events are one is decided across chapters,
by functions of the *set* of what they say; so any order of documents, any number of writers, adding and removing again,
and a rebuild end in the same graph.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial as with_

from gsw_graph.decisions import rulings
from gsw_graph.graph import Graph, Row, Transaction
from gsw_graph.identity import SPLIT
from gsw_graph.reconcile.holding import APPLIED, Gone, hold, renamed, take_out
from gsw_graph.reconcile.statements import LINKS

STEPS = (
    *("personae", "called", "actors", "supports"),
    *("verbs", "participants"),
    *APPLIED,
    *("roles", "states", "role_intervals", "state_intervals"),
    *LINKS,
    "answered",
)
"""The statements of cypher/reconcile/ that apply decisions, in the order in which they run."""
BATCH = 256
"""Chunks to a transaction; a longer chapter is one by itself."""


def reconcile(graph: Graph, workspace: str, chunks: Iterable[str], *, partial: bool = False) -> None:
    """Make the held layer follow what some chunks say, chapter by chapter; running it again changes nothing.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        chunks: Uids of chunks whose told layer is written.
        partial: Whether a chapter is held of which not all is told; else it waits for the rest.
    """
    todo = list(chunks)
    while todo:
        here = {"workspace": workspace, "partial": partial}
        rows = graph.run("reconcile/chapters_to_hold", chunks=todo, **here)
        todo = []
        for batch in batches(rows):
            todo += graph.transact(with_(_follow, workspace=workspace, chapters=batch, partial=partial))
        partial = True  # what was held before and has to follow anew waits for nobody


def batches(rows: Sequence[Row]) -> Iterator[list[str]]:
    """Divide chapters into batches, each for one transaction.

    Args:
        rows: The chapters, each with `uid` and how many `chunks` it has.
    """
    batch: list[str] = []
    size = 0
    for row in rows:
        if batch and size + row["chunks"] > BATCH:
            yield batch
            batch, size = [], 0
        batch.append(row["uid"])
        size += row["chunks"]
    if batch:
        yield batch


def _follow(tx: Transaction, workspace: str, chapters: list[str], partial: bool) -> list[str]:
    """Hold a batch of chapters, unless another writer has, and return the chunks that have to follow anew.

    One writer at a time does so in a workspace: what it reads of others stays so until it has written.
    """
    tx.run("reconcile/lock", workspace=workspace)
    told = tx.run("reconcile/told_chunks", workspace=workspace, chapters=chapters)
    rows = tx.run(
        "reconcile/chapters_to_hold", workspace=workspace, chunks=[row["uid"] for row in told], partial=partial
    )
    decided = rulings(tx, workspace)
    again = take_out(tx, workspace, [row["uid"] for row in rows if row["held"]], decided)
    if rows:
        again += hold(tx, workspace, [row["uid"] for row in rows], decided)
    return again


def follow(graph: Graph, workspace: str, personae: Collection[str] = (), claims: Collection[str] = ()) -> None:
    """Make the held layer follow decisions.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        personae: Uids of the personae that were decided on.
        claims: Uids of the claims that were decided on.
    """

    def work(tx: Transaction) -> list[str]:
        tx.run("reconcile/lock", workspace=workspace)
        decided = rulings(tx, workspace)
        chapters = {
            row["uid"] for row in tx.run("reconcile/chapters_of_claims", workspace=workspace, uids=sorted(claims))
        }
        for row in tx.run("reconcile/chapters_of_personae", workspace=workspace, uids=sorted(personae)):
            plain = "" if row["mark"].startswith(SPLIT) else row["mark"]
            if (decided.facet(row["document"], row["number"], row["folded"], plain) or plain) != row["mark"]:
                chapters.add(row["uid"])
        again = take_out(tx, workspace, sorted(chapters), decided)
        told = tx.run("reconcile/told_chunks", workspace=workspace, chapters=sorted(chapters))
        again += renamed(tx, workspace, Gone(set(personae), set(), set()), decided)
        return again + [row["uid"] for row in told]

    reconcile(graph, workspace, graph.transact(work), partial=True)


__all__ = ["STEPS", "batches", "follow", "reconcile"]
