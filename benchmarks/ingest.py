"""Measure ingest against the least that any reader must do: a bare parse and bare vectors of the same chunks.

Both run in processes of their own, one after the other, and are timed when models and database are loaded. The ratio
is that of wall times; peak memory is that of the Python process.

    python -m benchmarks.ingest PATH --runs 3
"""

import argparse
import json
import resource
import sys
import time
import uuid
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import gsw_graph.planning
import gsw_graph.reading
import gsw_graph.reconcile.holding
from benchmarks.clock import Clock
from benchmarks.database import Database, database
from benchmarks.figures import MEBI, Figure, in_process, machine, report
from gsw_graph import text
from gsw_graph.embed import make_embedder
from gsw_graph.extract import parse
from gsw_graph.extract.local import LocalOperator
from gsw_graph.graph import Graph, Transaction
from gsw_graph.language import count_tokens, pipeline
from gsw_graph.told import ToldRows
from gsw_graph.workspace import Workspace

WARM_UP = "Ada Holm opened the gate."


def bare(path: Path) -> dict[str, Any]:
    """Parse and embed the chunks of a file or folder, and do nothing with it.

    Args:
        path: The texts.
    """
    documents = [text.read(source) for source in text.list_files(path) if not source.skipped]
    chapters = [chapter for document in documents for chapter in text.chapters(document)]
    texts = [chunk.text for chapter in chapters for chunk in text.chunks(chapter)]
    nlp, embedder = pipeline(), make_embedder()
    list(nlp.pipe([WARM_UP]))
    embedder.embed([WARM_UP])
    used, started = time.process_time(), time.perf_counter()
    for _ in nlp.pipe(texts):
        pass
    parsed = time.perf_counter()
    embedder.embed(texts)
    ended, used = time.perf_counter(), time.process_time() - used
    tokens = sum(count_tokens(document.text) for document in documents)
    seconds = {"parse": parsed - started, "embed": ended - parsed, "bare_cpu": used}
    return {**seconds, "tokens": tokens, "chunks": len(texts)}


def ingest(path: Path) -> dict[str, Any]:
    """Take a file or folder into a fresh workspace and say how long it took, and what took it.

    Args:
        path: The texts.
    """
    with Workspace(f"benchmark {uuid.uuid4().hex}") as workspace, Clock() as clock:
        workspace.graph.run("read/workspaces")
        workspace.embedder.embed([WARM_UP])
        list(pipeline().pipe([WARM_UP]))
        _watch(clock, workspace)
        used, started = time.process_time(), time.perf_counter()
        with clock.part("the rest"):
            reports = workspace.ingest(path)
        seconds, used = time.perf_counter() - started, time.process_time() - used
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
        failed = [one for one in reports if one.status not in {"done", "skipped"}]
        if failed:
            raise SystemExit(f"{failed[0].key} {failed[0].status}: {failed[0].reason}")
        workspace.clear()
    return {"seconds": seconds, "cpu": used, "peak": peak, "parts": clock.parts()}


def _watch(clock: Clock, workspace: Workspace) -> None:
    """Wrap what ingest is made of."""
    for name in ("list_files", "read", "chapters", "chunks"):
        clock.wrap(text, name, "files, chapters, chunks")
    clock.wrap(parse.Parser, "all", "spaCy parse")
    clock.wrap(parse, "read", "parse to lists")
    clock.wrap(LocalOperator, "annotate", "rules: names, pronouns, dates, scenes")
    clock.wrap(LocalOperator, "extract", "rules: roles, states, verbs")
    clock.wrap(workspace.embedder, "embed", "vectors of chunks")
    clock.wrap(ToldRows, "rows", "rows of the told layer")
    clock.wrap(gsw_graph.planning, "complete_names", "names across chapters, log records")
    clock.wrap(gsw_graph.planning, "reading_key", "names across chapters, log records")
    for name in ("reading_key", "dump_reading", "load_reading"):
        clock.wrap(gsw_graph.reading, name, "names across chapters, log records")
    for name in ("read_facts", "Cast", "assign", "HeldRows", "sorted_rows"):
        clock.wrap(gsw_graph.reconcile.holding, name, "decisions of the Reconciler")
    clock.wrap(Graph, "transact", "begin and commit")
    clock.wrap(Transaction, "run", lambda _, name, **__: f"database: {name.partition('/')[0]}")
    clock.wrap(Future, "result", "waiting for another thread")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path, help="a file or folder of texts")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--part", choices=PARTS, help="measure this alone, here, and print it as JSON")
    chosen = parser.parse_args(arguments)
    if chosen.part:
        print(json.dumps(PARTS[chosen.part](chosen.path)))
        return
    print(machine(), flush=True)
    with database() as server:
        runs = [_run(chosen.path, server) for _ in range(chosen.runs)]
    print(report(f"Ingest of {chosen.path.name}", _figures(runs), _mean_parts(runs)))


PARTS = {"bare": bare, "gsw": ingest}


def _run(path: Path, server: Database) -> dict[str, Any]:
    """Measure both parts once."""
    before = server.cpu_seconds()
    result = {}
    for part in PARTS:
        printed = in_process(
            "-m", "benchmarks.ingest", str(path.absolute()), "--part", part, environment=server.environment()
        )
        result.update(json.loads(printed))
    return {**result, "database": server.cpu_seconds() - before}


def _figures(runs: list[dict[str, Any]]) -> list[Figure]:
    """Return the figures of all runs."""

    def each(key: str, per: float = 1) -> list[float]:
        return [run[key] / per for run in runs]

    ratios = [run["seconds"] / (run["parse"] + run["embed"]) for run in runs]
    return [
        Figure("ingest / (bare parse + bare vectors)", ratios, "×", "<= 2"),
        Figure("peak memory of Python", each("peak", MEBI), "MiB", "<= 1024"),
        Figure("ingest", each("seconds"), "s"),
        Figure("bare parse", each("parse"), "s"),
        Figure("bare vectors", each("embed"), "s"),
        Figure("processor time of bare parse and vectors", each("bare_cpu"), "s"),
        Figure("processor time of Python in ingest", each("cpu"), "s"),
        Figure("processor time of the database", each("database"), "s"),
        Figure("tokens read in a second", [run["tokens"] / run["seconds"] for run in runs]),
        Figure("tokens", each("tokens")[:1]),
        Figure("chunks", each("chunks")[:1]),
    ]


def _mean_parts(runs: list[dict[str, Any]]) -> dict[str, dict[str, float]]:
    """Return the mean seconds of what each thread did."""
    total: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for run in runs:
        for thread, parts in run["parts"].items():
            for label, seconds in parts.items():
                total[thread][label] += seconds / len(runs)
    return total


if __name__ == "__main__":
    main()
