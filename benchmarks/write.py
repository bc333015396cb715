"""Measure writing alone: nodes and relationships a second, against the least that writes the very same ones.

PATH is read once. Then its two layers are made from the log, by the code that a rebuild runs, with the vectors
remembered, so that no language tools are in the time. What they hold is read out as plain rows and written again into
other workspaces of the same database, with the same constraints and indexes: by one bare `UNWIND` for each label and
type, with CREATE and with MERGE, and by the knowledge-graph writer of neo4j-graphrag if --graphrag is given: it must
be installed (see docs/performance.md) and gets a database with APOC, which is fetched.

    python -m benchmarks.write PATH --runs 3 --graphrag
"""

import argparse
import asyncio
import importlib
import time
import uuid
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.apoc import database_with_apoc
from benchmarks.clock import Clock
from benchmarks.database import database
from benchmarks.figures import Figure, machine, report
from benchmarks.graph_rows import Rows, read_rows, write_bare
from gsw_graph import restore
from gsw_graph.digest import HELD, TOLD
from gsw_graph.embed import Embedder, Vectors, make_embedder
from gsw_graph.graph import Graph, Transaction
from gsw_graph.workspace import Workspace

WAYS = ("gsw-graph", "bare CREATE", "bare MERGE")
Runs = dict[str, list[float]]
"""Way → seconds."""


class Remembering:
    """An embedder that makes each vector once.

    Args:
        embedder: Who makes it.
    """

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._known: dict[str, Vectors] = {}
        self.name = embedder.name
        self.dimension = embedder.dimension

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one vector for each text."""
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        self._known.update(zip(new, self._embedder.embed(new), strict=True))
        return np.array([self._known[text] for text in texts])

    def embed_query(self, text: str) -> Vectors:
        """Return the vector of a question."""
        return self._embedder.embed_query(text)


def clear(graph: Graph, workspace: str) -> None:
    """Drop both layers of a workspace, chunks and their vectors included; the log stays."""
    for label in (*TOLD, *HELD):
        while graph.run("write/drop_label", workspace=workspace, label=label, limit=5000)[0]["removed"]:
            pass


def timed(work: Callable[[], object]) -> float:
    """Return the seconds that something takes."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def graphrag(graph: Graph, rows: Rows, workspace: str) -> Callable[[], None]:
    """Return what writes rows by the writer of neo4j-graphrag.

    Args:
        graph: The database.
        rows: What to write.
        workspace: Where to.
    """
    writers = importlib.import_module("neo4j_graphrag.components.kg_writer")
    types = importlib.import_module("neo4j_graphrag.components.types")
    nodes = [
        types.Neo4jNode(
            id=row["uid"],
            label=label,
            properties={**_without_vector(row), "workspace": workspace},
            embedding_properties={"embedding": row["embedding"]} if "embedding" in row else {},
        )
        for label, group in rows.nodes.items()
        for row in group
    ]
    relationships = [
        types.Neo4jRelationship(
            start_node_id=row["start"], end_node_id=row["end"], type=kind.type, properties=row["properties"]
        )
        for kind, group in rows.relationships.items()
        for row in group
    ]
    whole = types.Neo4jGraph(nodes=nodes, relationships=relationships)
    writer = writers.Neo4jWriter(graph.driver)

    def write() -> None:
        result = asyncio.run(writer.run(whole))
        if result.status != "SUCCESS":
            raise SystemExit(f"neo4j-graphrag: {result.metadata}")

    return write


def _without_vector(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != "embedding"}


def one_run(workspace: Workspace, seconds: Runs, clock: Clock) -> int:
    """Write everything in each way, add the seconds, and return how many nodes and relationships that was.

    Args:
        workspace: One whose log is filled.
        seconds: Gets a value for each way.
        clock: Gets what gsw-graph's own writing is made of.
    """
    graph, name = workspace.graph, workspace.name
    clear(graph, name)
    with clock:
        clock.wrap(Graph, "transact", "begin and commit")
        clock.wrap(Transaction, "run", lambda _, statement, **__: f"database: {statement}")
        with clock.part("Python"):
            seconds["gsw-graph"].append(timed(lambda: restore.rebuild(graph, name, workspace.embedder, lambda _: None)))
    rows = read_rows(graph, name)
    other = f"{name} again"
    for merge, way in ((False, "bare CREATE"), (True, "bare MERGE")):
        seconds[way].append(timed(partial(write_bare, graph, rows, other, merge=merge)))
        _check(graph, other, rows.total)
    if "neo4j-graphrag" in seconds:
        seconds["neo4j-graphrag"].append(timed(graphrag(graph, rows, other)))
        # It keeps one relationship of a type between two nodes, and so loses other valences.
        pairs = {(*kind, row["start"], row["end"]) for kind, group in rows.relationships.items() for row in group}
        _check(graph, other, sum(map(len, rows.nodes.values())) + len(pairs))
    return rows.total


def _check(graph: Graph, workspace: str, total: int) -> None:
    """Check that as much was written as there should be, and drop it."""
    written = read_rows(graph, workspace).total
    if written != total:
        raise SystemExit(f"{written} nodes and relationships were written, not {total}.")
    clear(graph, workspace)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path, help="a file or folder of texts")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument(
        "--graphrag", action="store_true", help="measure neo4j-graphrag's writer too, in a database with APOC"
    )
    chosen = parser.parse_args(arguments)
    print(machine(), flush=True)
    seconds: Runs = {way: [] for way in (*WAYS, *(["neo4j-graphrag"] if chosen.graphrag else []))}
    clock = Clock()
    with (
        database_with_apoc() if chosen.graphrag else database() as server,
        server.workspace(f"benchmark {uuid.uuid4().hex}") as workspace,
    ):
        workspace.embedder = Remembering(make_embedder())
        workspace.ingest(chosen.path)
        counts = [one_run(workspace, seconds, clock) for _ in range(chosen.runs)]
        workspace.clear()
    print(report(f"Writing of {chosen.path.name}", _figures(seconds, counts[0]), clock.parts()))


def _figures(seconds: Runs, count: int) -> list[Figure]:
    """Return the figures of all runs."""

    def ratio(way: str) -> list[float]:
        return [other / ours for other, ours in zip(seconds[way], seconds["gsw-graph"], strict=True)]

    figures = [
        Figure("speed against bare CREATE", ratio("bare CREATE"), "×", ">= 0.5"),
        Figure("speed against bare MERGE", ratio("bare MERGE"), "×", ">= 0.5"),
    ]
    if "neo4j-graphrag" in seconds:
        figures.append(Figure("speed against neo4j-graphrag's writer", ratio("neo4j-graphrag"), "×", ">= 3"))
    figures += [Figure(f"written in a second, {way}", [count / one for one in spent]) for way, spent in seconds.items()]
    return [*figures, Figure("nodes and relationships", [float(count)])]


if __name__ == "__main__":
    main()
