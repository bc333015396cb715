"""Removing what a document says, with everything that stands on it alone.

What a document shares with others is retired and made again from the others' chunks. A small document goes in one
transaction. Of a large one, claims and mentions go before, part by part; the ledger knows at any moment what is left to
do, so that a killed removal is taken up by the next.
"""

from gsw_graph.graph import Graph, Row, Transaction
from gsw_graph.reconcile import apply, reconcile

LARGE = 600
"""Chunks that one transaction takes on removal."""
PART = 3000
"""Nodes that are removed at once of a larger document."""


def withdraw(tx: Transaction, workspace: str, document: str) -> None:
    """Remove a document's told layer and whatever only it supports; `empty` a large one before, and `sweep` after.

    Args:
        tx: The transaction.
        workspace: Name of the workspace.
        document: Uid of the document.
    """
    tx.run("reconcile/lock", workspace=workspace)
    again = _retire(tx, workspace, document, limit=LARGE * PART)[1]
    tx.run("write/forget_told", workspace=workspace, uid=document)
    if len(again) > LARGE:
        tx.run("reconcile/unhold", workspace=workspace, chunks=again)
    elif again:
        apply(tx, workspace, again)


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

    def work(tx: Transaction) -> int:
        tx.run("reconcile/lock", workspace=workspace)
        retired, again = _retire(tx, workspace, uid, limit=PART)
        tx.run("reconcile/unhold", workspace=workspace, chunks=again)
        return retired

    while graph.transact(work):
        pass
    for step in ("write/forget_said", "write/strip_chunks"):
        while graph.run(step, workspace=workspace, uid=uid, limit=PART)[0]["removed"]:
            pass
    sweep(graph, workspace)


def sweep(graph: Graph, workspace: str) -> None:
    """Bring into the held layer what is told and not yet there, and clear away what was retired.

    Args:
        graph: The database.
        workspace: Name of the workspace.
    """
    rows = graph.run("reconcile/chunks_to_hold", workspace=workspace)
    reconcile(graph, workspace, [row["uid"] for row in rows])
    for step in ("reconcile/loosen", "reconcile/clear_away"):
        while graph.run(step, workspace=workspace, limit=PART)[0]["removed"]:
            pass


def _retire(tx: Transaction, workspace: str, document: str, *, limit: int) -> tuple[int, list[str]]:
    """Retire held nodes that a document supports; return how many, and the chunks of others that support them too."""
    rows = tx.run("reconcile/retire", workspace=workspace, uid=document, limit=limit)
    return len(rows), sorted({chunk for row in rows for chunk in row["chunks"]})
