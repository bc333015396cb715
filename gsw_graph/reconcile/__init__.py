"""The Reconciler: Cypher proposes and applies, Python only decides (system.md §5).

What stands here is its plain form: actors by exact name, one interval for each role or state that a text states,
couplings to places and dates by scene. Adding costs what is added. Removing drops the held nodes concerned and makes
those that still have support again from their chunks.
"""

from collections.abc import Sequence

from gsw_graph.graph import Graph, Transaction
from gsw_graph.reconcile.facts import read_facts
from gsw_graph.reconcile.held import HeldRows, sorted_rows
from gsw_graph.told import scope_token

STEPS = (
    "actors",
    "roles",
    "states",
    "verbs",
    "participants",
    "spaces",
    "places",
    "named",
    "times",
    "dates",
    "dated",
    "actors_at",
    "verbs_at",
    "actors_during",
    "verbs_during",
    "brings_about_role",
    "brings_about_state",
    "ends_role",
    "ends_state",
    "within",
    "questions",
)
"""The statements of cypher/reconcile/ that apply decisions, in the order in which they run."""
_SCOPED = {"actors", "places"}
BATCH = 64
"""Chunks to a transaction."""


def reconcile(graph: Graph, workspace: str, chunks: Sequence[str]) -> None:
    """Make the held layer follow what some chunks say; running it again changes nothing.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        chunks: Uids of chunks whose told layer is written.
    """
    for start in range(0, len(chunks), BATCH):
        batch = list(chunks[start : start + BATCH])

        def work(tx: Transaction, batch: list[str] = batch) -> None:
            apply(tx, workspace, batch)

        graph.transact(work)


def apply(tx: Transaction, workspace: str, chunks: list[str]) -> None:
    """Propose, decide and apply for one batch of chunks, and mark them held.

    One writer at a time does so in a workspace: a removal must not miss support that another is just adding.
    """
    tx.run("reconcile/lock", workspace=workspace)
    rows = HeldRows(read_facts(tx, workspace, chunks)).rows
    for step in STEPS:
        if rows[step]:
            scope = {"scope": scope_token(workspace)} if step in _SCOPED else {}
            tx.run(f"reconcile/{step}", workspace=workspace, rows=sorted_rows(rows[step]), **scope)
    tx.run("reconcile/mark_held", workspace=workspace, chunks=chunks)
