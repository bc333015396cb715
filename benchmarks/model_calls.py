"""Measure how fast a model is asked, against a server that answers after 200 ms with replies made beforehand.

The ideal is as many calls at a time as are allowed, each over after 200 ms, and the next begun at once. "calls" is
the layer of calls alone: four chunks to a call, claimed in the log before it, their replies kept there after it.
"ingest" is a whole ingest, with vectors, told and held layer. "faults" is an ingest in which a share of all requests
meets 429, 500 or no answer at all. Server, database and client share the machine's cores.

    python -m benchmarks.model_calls PATH --at 8 64 --runs 3
"""

import argparse
import random
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psutil

import gsw_graph.planning
import gsw_graph.reading
from benchmarks.clock import Clock
from benchmarks.database import Database, database
from benchmarks.figures import Figure, machine, report
from benchmarks.said_by_rules import MODEL, Replies, asking, documents_of, replies_to, serving
from gsw_graph.extract.model.operator import TASKS, THREADS, ModelOperator
from gsw_graph.graph import Graph, Transaction
from gsw_graph.language import count_tokens
from gsw_graph.llm.asking import Asker
from gsw_graph.llm.model import Model
from gsw_graph.llm.tasks import Item, Task
from gsw_graph.log import Log
from gsw_graph.models import model_asker
from gsw_graph.planning import DocumentReport
from gsw_graph.records import content_uid
from gsw_graph.told import ToldRows
from gsw_graph.workspace import Workspace
from model_server import ServerProcess

LATENCY = 0.2
SECONDS = 10.0
"""How long the calls of one measurement would take at the ideal speed."""
PER_CALL = 4
TIMEOUT = 5.0
"""Seconds that a reply may take where some never come."""
Run = dict[str, Any]


def calls(replies: Replies, server: Database, at_once: int) -> Run:
    """Ask the layer of calls about items, with nothing else to do, and say how fast it was.

    Args:
        replies: What the model says.
        server: The database.
        at_once: Calls that run side by side.
    """
    count = round(SECONDS * at_once / LATENCY)
    with serving(replies, latency=LATENCY) as model, asking(model, server, concurrency=at_once) as workspace:
        log = Log(workspace.graph, workspace.name)
        asker = model_asker(
            workspace.graph, workspace.name, log, workspace.settings, workspace.choice, per_call=PER_CALL
        )
        groups = list(_groups(replies, count + THREADS * at_once))
        with log.working(), asker.open(TASKS), ThreadPoolExecutor(THREADS * at_once) as pool, Clock() as clock:
            list(pool.map(lambda group: asker.ask(*group), groups[: THREADS * at_once]))  # opens the connections
            _watch_calls(clock, asker)
            measured = _Measured(model, server)
            list(pool.map(lambda group: asker.ask(*group), groups[THREADS * at_once :]))
            return {**measured.end(), "ideal": count * LATENCY / at_once, "calls": count, "parts": clock.parts()}


def ingest(replies: Replies, server: Database, at_once: int, path: Path, faults: float = 0.0) -> Run:
    """Take texts in through the model and say how fast it was, and how many calls it took.

    Args:
        replies: What the model says.
        server: The database.
        at_once: Calls that run side by side.
        path: The texts.
        faults: Share of requests that meet a fault.
    """
    trouble: Run = {"faults": faults, "kinds": "rate_limited,server_error,timed_out"} if faults else {}
    timeout: Run = {"call_seconds": TIMEOUT} if faults else {}
    with (
        serving(replies, latency=LATENCY, **trouble) as model,
        asking(model, server, concurrency=at_once, chunks_per_call=PER_CALL, **timeout) as workspace,
        Clock() as clock,
    ):
        workspace.embedder.embed(["Ada Holm opened the gate."])
        count_tokens("Ada Holm opened the gate.")
        workspace.graph.run("read/workspaces")
        _watch_ingest(clock, workspace)
        measured = _Measured(model, server)
        with clock.part("the rest"):
            reports = workspace.ingest(path)
        ended = measured.end()
        spent = workspace.spending()
        sent = sum(row["calls"] for row in spent)
        failed = sum(row["failed"] for row in spent)
        chunks = sum(one.chunks for one in reports)
        return {
            **ended,
            "ideal": (sent - failed) * LATENCY / at_once,
            "calls": sent,
            "needed": sent - failed,
            "lost": chunks - _held(workspace, reports) + sum(one.status != "done" for one in reports),
            "chunks": chunks,
            "paid_twice": sum(max(0, times - 1) for times in model.stats()["paid"].values()),
            "parts": clock.parts(),
        }


def _held(workspace: Workspace, reports: Sequence[DocumentReport]) -> int:
    """Return how many chunks of some documents are in the held layer."""
    documents = [content_uid("document", one.key) for one in reports]
    rows = workspace.graph.run("read/chunks", workspace=workspace.name, documents=documents, statuses=["held"])
    return len(rows)


class _Measured:
    """The time from its making on, and the processor time of all three processes.

    Args:
        model: The model's server.
        server: The database.
    """

    def __init__(self, model: ServerProcess, server: Database) -> None:
        self._model = psutil.Process(model.pid)
        self._server = server
        self._before = self._used()
        self._started = time.perf_counter()

    def end(self) -> Run:
        """Return seconds, and processor seconds of client, model server and database."""
        seconds = time.perf_counter() - self._started
        used = [after - before for after, before in zip(self._used(), self._before, strict=True)]
        return {"seconds": seconds, "client": used[0], "model": used[1], "database": used[2]}

    def _used(self) -> tuple[float, float, float]:
        model = self._model.cpu_times()
        return time.process_time(), float(model.user + model.system), self._server.cpu_seconds()


def _groups(replies: Replies, count: int) -> Iterator[tuple[Task, list[Item]]]:
    """Yield what each call is about: all items of all tasks in a mixed order, again and again under other keys."""
    made = 0
    while made < count:
        groups: list[tuple[Task, list[Item]]] = []
        for task in TASKS:
            items = [task.item(text, f"{MODEL} {made}") for text in replies[task.name]]
            size = 1 if task.name == "annotate" else PER_CALL
            groups += [(task, items[start : start + size]) for start in range(0, len(items), size)]
        random.Random(0).shuffle(groups)
        yield from groups[: count - made]
        made += len(groups)


def _watch_calls(clock: Clock, asker: Asker) -> None:
    """Wrap what the layer of calls is made of."""
    clock.wrap(Model, "_post", "waiting for the model, sending and receiving")
    clock.wrap(asker._store, "take", "waiting for the log to say what is there")
    clock.wrap(asker._spool, "add", "writing replies to disk")
    clock.wrap(Graph, "transact", "transactions of the log")


def _watch_ingest(clock: Clock, workspace: Workspace) -> None:
    """Wrap what an ingest by a model is made of."""
    clock.wrap(ModelOperator, "annotate_all", "text shown for the cast, annotations")
    clock.wrap(gsw_graph.planning, "reading_key", "log keys, records")
    clock.wrap(gsw_graph.planning, "with_parts", "log keys, records")
    clock.wrap(ModelOperator, "begin", "beginning with chunks")
    clock.wrap(ModelOperator, "extract", "waiting for what chunks say")
    clock.wrap(workspace.embedder, "embed", "vectors of chunks")
    clock.wrap(ToldRows, "rows", "rows of the told layer")
    clock.wrap(Graph, "transact", "begin and commit")
    clock.wrap(Transaction, "run", lambda _, name, **__: f"database: {name.partition('/')[0]}")
    clock.wrap(Future, "result", "waiting for another thread")
    clock.wrap(Model, "_post", "waiting for the model, sending and receiving")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path, help="a file or folder of texts")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--at", nargs="+", type=int, default=[8, 64], help="calls that run side by side")
    parser.add_argument("--faults", type=float, default=0.1, help="share of requests that meet a fault")
    parser.add_argument("--runs", type=int, default=3)
    chosen = parser.parse_args(arguments)
    replies = replies_to(documents_of(chosen.path))
    print(machine(), flush=True)
    with database() as server:
        for part in chosen.parts:
            for at_once in chosen.at:
                runs = [_run(part, replies, server, at_once, chosen) for _ in range(chosen.runs)]
                print(report(f"\n{part}, {at_once} at a time", _figures(part, runs), _mean_parts(runs)), flush=True)


PARTS = ("calls", "ingest", "faults")


def _run(part: str, replies: Replies, server: Database, at_once: int, chosen: argparse.Namespace) -> Run:
    if part == "calls":
        return calls(replies, server, at_once)
    return ingest(replies, server, at_once, chosen.path, chosen.faults if part == "faults" else 0.0)


def _figures(part: str, runs: Sequence[Run]) -> list[Figure]:
    """Return the figures of some runs."""

    def each(key: str) -> list[float]:
        return [run[key] for run in runs]

    shares = [run["ideal"] / run["seconds"] for run in runs]
    figures = [
        Figure("share of the ideal throughput", shares, "", "" if part == "faults" else ">= 0.8"),
        Figure("calls in a second", [run["calls"] / run["seconds"] for run in runs]),
        Figure("calls", each("calls")),
        Figure("time", each("seconds"), "s"),
        Figure("ideal time", each("ideal"), "s"),
        Figure("processor time of the client", each("client"), "s"),
        Figure("processor time of the model server", each("model"), "s"),
        Figure("processor time of the database", each("database"), "s"),
    ]
    if part == "calls":
        return figures
    figures += [Figure("chunks", each("chunks")), Figure("chunks or documents lost", each("lost"), "", "<= 0")]
    if part == "faults":
        many = [run["calls"] / run["needed"] for run in runs]
        figures += [
            Figure("calls sent for one that was needed", many, "×", "<= 1.3"),
            Figure("inputs paid for again", each("paid_twice"), "", "<= 0"),
        ]
    return figures


def _mean_parts(runs: Sequence[Run]) -> dict[str, dict[str, float]]:
    """Return the mean seconds of what each thread did."""
    total: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for run in runs:
        for thread, parts in run["parts"].items():
            for label, seconds in parts.items():
                total[thread][label] += seconds / len(runs)
    return total


if __name__ == "__main__":
    main()
