"""Measure the managed database: how long starts and stops take, and how much memory it holds after a query.

Everything happens in folders that go away; jars that are already here are used. With --download they are fetched
again first, into an empty cache, which is timed apart. With --aot Java's cache of classes is made, and starts are
measured again with it.

    python -m benchmarks.start --runs 3 --aot
"""

import argparse
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from benchmarks.database import Database
from benchmarks.figures import MEBI, Figure, machine, report
from gsw_graph import demo
from gsw_graph.artifacts import cache_dir, fetch
from gsw_graph.embed import DEFAULT_EMBEDDER
from gsw_graph.server import aot, ensure_server, status, stop


class Start(NamedTuple):
    """One database's life."""

    cold: float
    """Seconds of the start without a store, up to an answered query."""
    warm: float
    """The same with a store."""
    stopping: float
    """Seconds of the stop after work."""
    idle: float
    """Bytes of memory after the start's own query."""
    asked: float
    """Bytes of memory after the demonstration story was taken in and a question asked."""


def one_start() -> Start:
    """Start a database in an empty folder, use it, stop it, start and stop it again."""
    with tempfile.TemporaryDirectory(prefix="gsw-benchmark-") as folder:
        home = Path(folder)
        try:
            cold = _timed(lambda: ensure_server(home))
            _use(home)
            stop(home)
            warm = _timed(lambda: ensure_server(home))
            idle = status(home).rss
            asked = _use(home)
            return Start(cold, warm, _timed(lambda: stop(home)), idle, asked)
        finally:
            stop(home)


def _use(home: Path) -> float:
    """Take the demonstration story in, ask a question, and return how much memory the database then holds."""
    server = ensure_server(home)
    with Database(server.uri, server.user, server.password).workspace("benchmark") as workspace:
        workspace.add(demo.document())
        workspace.ask(demo.QUESTIONS[0])
    return status(home).rss


def _timed(work: Callable[[], object]) -> float:
    """Return the seconds that something takes."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


@contextmanager
def own_cache() -> Iterator[None]:
    """Use a cache of our own, which has the jars of the usual one but no classes made ahead of time."""
    jars = cache_dir() / "jars"
    with tempfile.TemporaryDirectory(prefix="gsw-benchmark-") as folder:
        if jars.exists():
            Path(folder, "jars").symlink_to(jars, target_is_directory=True)
        with patch.dict(os.environ, {"GSW_CACHE_DIR": folder}):
            yield


def download() -> float:
    """Return the seconds of fetching all jars and the embedding model into an empty cache."""
    with (
        tempfile.TemporaryDirectory(prefix="gsw-benchmark-") as folder,
        # Another home, so that the user's own Maven cache isn't taken for the network.
        patch.dict(os.environ, {"HOME": folder, "GSW_CACHE_DIR": folder}),
    ):
        return _timed(lambda: [fetch(group) for group in ("neo4j", DEFAULT_EMBEDDER)])


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--aot", action="store_true", help="measure with Java's cache of classes as well")
    parser.add_argument("--download", action="store_true", help="measure the first download as well")
    chosen = parser.parse_args(arguments)
    print(machine(), flush=True)
    if chosen.download:
        print(report("First download", [Figure("fetch of jars and model", [download()], "s")]), flush=True)
    with own_cache():
        print(report("Managed database", _figures([one_start() for _ in range(chosen.runs)])), flush=True)
        if chosen.aot:
            made = _timed(aot.train)
            size = sum(file.stat().st_size for file in (cache_dir() / "aot").glob("*.aot"))
            cached = [Figure("making the cache", [made], "s"), Figure("size of the cache", [size / MEBI], "MiB")]
            cached += _figures([one_start() for _ in range(chosen.runs)])
            print(report("\nManaged database with Java's cache of classes", cached))


def _figures(starts: list[Start]) -> list[Figure]:
    """Return the figures of some databases' lives."""
    return [
        Figure("start without a store", [one.cold for one in starts], "s", "<= 15"),
        Figure("start with a store", [one.warm for one in starts], "s", "<= 15"),
        Figure("stop", [one.stopping for one in starts], "s", "<= 2"),
        Figure("memory after a start and one query", [one.idle / MEBI for one in starts], "MiB", "<= 500"),
        Figure("memory after the demonstration", [one.asked / MEBI for one in starts], "MiB"),
    ]


if __name__ == "__main__":
    main()
