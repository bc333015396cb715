"""Removing what a document says, with everything that stands on it alone.

What it shares with others is brought to what the others say. A small document goes in one transaction; of a large
one, what it says goes before, part by part. Until it is gone it is marked as leaving, so that a killed removal is taken
up by the next.
"""

from collections.abc import Sequence
from functools import partial

from gsw_graph.decisions import rulings
from gsw_graph.graph import Graph, Row, Transaction
from gsw_graph.reconcile import reconcile
from gsw_graph.reconcile.holding import renamed, retell, unhold, unname

LARGE = 600
"""Chunks that one transaction takes on removal."""
PART = 3000
"""Claims and mentions that are removed at once of a larger document."""


def withdraw(tx: Transaction, workspace: str, document: str) -> None:
    """Remove a document's told layer and whatever only it supports; `empty` a large one before, and `sweep` after.

    Args:
        tx: The transaction.
        workspace: Name of the workspace.
        document: Uid of the document.
    """
    rows = _chunks(tx, workspace, document)
    _take(tx, workspace, rows)
    tx.run("write/forget_told", workspace=workspace, uid=document)


def empty(graph: Graph, workspace: str, stored: Row) -> None:
    """Take out what a document says and what stands on it, part by part, if it is too large for one transaction.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        stored: The document, from read/document.
    """
    if stored["chunks"] <= LARGE:
        return
    uid = stored["uid"]
    graph.run("write/leaving", workspace=workspace, uid=uid)
    rows = graph.transact(lambda tx: _chunks(tx, workspace, uid))
    for start in range(0, len(rows), LARGE or 1):
        part = rows[start : start + (LARGE or 1)]
        graph.transact(partial(_take, workspace=workspace, rows=part))
    for step in ("write/forget_said", "write/strip_chunks"):
        while graph.run(step, workspace=workspace, uid=uid, limit=PART)[0]["removed"]:
            pass
    sweep(graph, workspace)


def sweep(graph: Graph, workspace: str, *, partial: bool = True) -> None:
    """Bring into the held layer what is told and not yet there.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        partial: Whether also of chapters that are not read to their end.
    """
    rows = graph.run("reconcile/chunks_to_hold", workspace=workspace)
    reconcile(graph, workspace, [row["uid"] for row in rows], partial=partial)


def _chunks(tx: Transaction, workspace: str, document: str) -> list[Row]:
    """Return the chunks of a document in order, each with its chapter."""
    tx.run("reconcile/lock", workspace=workspace)
    return tx.run("reconcile/chunks_of_document", workspace=workspace, uid=document)


def _take(tx: Transaction, workspace: str, rows: Sequence[Row]) -> None:
    """Take chunks of one document out of the held layer; those of others that have to follow are told only, then."""
    tx.run("reconcile/lock", workspace=workspace)
    chapters = sorted({row["chapter"] for row in rows})
    decided = rulings(tx, workspace)
    left = unhold(tx, workspace, [row["uid"] for row in rows], chapters)
    renamed(tx, workspace, unname(tx, workspace, chapters, decided), decided)
    retell(tx, workspace, left)
