"""Calls of hosted embedders in the ledger, beside those of models that read and answer."""

import uuid

from gsw_graph.embed import Embedder, HostedEmbedder
from gsw_graph.graph import Graph, Row
from gsw_graph.llm.completion import Usage
from gsw_graph.llm.prices import Prices
from gsw_graph.log import now

TASK = "embed"


def new_run() -> str:
    """Return the name of a run: when it began, and what tells it from others of that second."""
    return f"{now():%Y-%m-%dT%H:%M:%SZ} {uuid.uuid4().hex[:6]}"


def keep_embedding_calls(graph: Graph, workspace: str, embedder: Embedder, prices: str, *, run: str) -> None:
    """Keep what an embedder asked since this was last called; one that runs here asks nobody.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        embedder: Who makes the vectors.
        prices: A price list of the user's own; "" is none.
        run: Name of this run in the ledger.
    """
    calls = embedder.take_calls() if isinstance(embedder, HostedEmbedder) else []
    if not calls or not isinstance(embedder, HostedEmbedder):
        return
    costs = Prices(prices)
    rows: list[Row] = []
    for call in calls:
        properties: Row = {
            "run": run,
            "task": TASK,
            "model": embedder.model,
            "resolved": "",
            "status": "failed" if call.reason else "done",
            "reason": call.reason,
            "tokens_in": call.tokens,
            "tokens_cached": 0,
            "tokens_out": 0,
            "cost": costs.cost(embedder.model, Usage(call.tokens)),
            "seconds": call.seconds,
            "batch": False,
            "estimated": False,
        }
        rows.append({"key": f"call:{uuid.uuid4().hex}", "properties": properties})
    graph.run("log/keep_calls", workspace=workspace, rows=rows, now=now())
