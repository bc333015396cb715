"""Measure an ingest by a model of a text many times as long: memory and cost per chunk stay what they were.

The texts are written again and again under other names, each copy's people and places its own, and taken into one
workspace by one ingest, in a process of its own. What the model says is made beforehand. The first tenth of the chunks
is compared with the last: seconds for a chunk, and the memory of the client when the tenth is done.

    python -m benchmarks.model_scale PATH --copies 10
"""

import argparse
import json
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import psutil

from benchmarks.database import database
from benchmarks.figures import MEBI, Figure, in_process, machine, report
from benchmarks.renamed import copies
from benchmarks.said_by_rules import Replies, asking, documents_of, serving
from gsw_graph.planning import DocumentReport

AT_ONCE = 16
LATENCY = 0.05
"""Seconds before each reply: short, since it is the cost of everything else that is measured."""
PARTS = 10
TEXTS, REPLIES = "texts", "replies.json"


def ingest(here: Path) -> dict[str, Any]:
    """Take texts in, and say after each document how many chunks are done, since when, and what memory is used.

    Args:
        here: Folder with the texts and the replies.
    """
    process = psutil.Process()
    seconds, chunks, memory = [0.0], [0], [0]
    failed = 0
    with (
        database() as server,
        serving(here / REPLIES, latency=LATENCY) as model,
        asking(model, server, concurrency=AT_ONCE) as workspace,
    ):
        workspace.embedder.embed(["Ada Holm opened the gate."])
        workspace.graph.run("read/workspaces")
        started = time.perf_counter()

        def note(one: DocumentReport) -> None:
            nonlocal failed
            failed += one.status != "done"
            seconds.append(time.perf_counter() - started)
            chunks.append(chunks[-1] + one.chunks)
            memory.append(process.memory_info().rss)

        workspace.ingest(here / TEXTS, report=note)
    return {"seconds": seconds, "chunks": chunks, "memory": memory, "failed": failed}


def write(documents: Path, copied: int, here: Path) -> None:
    """Write the copies of some texts, and what a model says of them.

    Args:
        documents: A file or folder of texts.
        copied: How many copies.
        here: Folder for the texts and the replies.
    """
    replies: Replies = {}
    for copy in copies(documents_of(documents), copied, replies):
        path = here / TEXTS / f"{copy.key}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(copy.text, encoding="utf-8")
    (here / REPLIES).write_text(json.dumps(replies), encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path, help="a file or folder of texts, or with --made what this has made before")
    parser.add_argument("--copies", type=int, default=10)
    parser.add_argument("--made", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    if chosen.made:
        print(json.dumps(ingest(chosen.path)))
        return
    print(machine(), flush=True)
    with tempfile.TemporaryDirectory(prefix="gsw-benchmark-") as folder, database() as server:
        write(chosen.path, chosen.copies, Path(folder))
        printed = in_process("-m", "benchmarks.model_scale", folder, "--made", environment=server.environment())
    run = json.loads(printed)
    print(report(f"{chosen.path.name}, {chosen.copies} times", _figures(run)))
    print("\n".join(_course(run)))


def _figures(run: dict[str, Any]) -> list[Figure]:
    """Return the figures of a run."""
    cost, memory = _costs(run), _memories(run)
    return [
        Figure("cost of a chunk, last tenth against the first", [cost[-1] / cost[0]], "×", "<= 1.2"),
        Figure("memory after the last tenth against the first", [memory[-1] / memory[0]], "×", "<= 1.2"),
        Figure("most memory of the client", [max(run["memory"]) / MEBI], "MiB"),
        Figure("chunks", [run["chunks"][-1]]),
        Figure("documents", [len(run["chunks"]) - 1]),
        Figure("documents that failed", [run["failed"]], "", "<= 0"),
        Figure("time", [run["seconds"][-1]], "s"),
    ]


def _course(run: dict[str, Any]) -> list[str]:
    """Return the lines that show how a run went."""
    rows = zip(_costs(run), _memories(run), strict=True)
    return [
        f"tenth {number:2}: {cost * 1000:6.1f} ms a chunk, {memory / MEBI:6.0f} MiB"
        for number, (cost, memory) in enumerate(rows, 1)
    ]


def _ends(run: dict[str, Any]) -> list[int]:
    """Return the positions at which the tenths end, the beginning first."""
    whole = run["chunks"][-1]
    return [
        next(at for at, chunks in enumerate(run["chunks"]) if chunks >= whole * part / PARTS)
        for part in range(PARTS + 1)
    ]


def _costs(run: dict[str, Any]) -> list[float]:
    """Return the seconds for a chunk in each tenth."""
    ends = _ends(run)
    return [
        (run["seconds"][end] - run["seconds"][start]) / max(run["chunks"][end] - run["chunks"][start], 1)
        for start, end in zip(ends, ends[1:], strict=False)
    ]


def _memories(run: dict[str, Any]) -> list[int]:
    """Return the memory at the end of each tenth, in bytes."""
    return [run["memory"][end] for end in _ends(run)[1:]]


if __name__ == "__main__":
    main()
