"""Runs that ask a model and are killed, interrupted or cut off from the database: what is done is never paid for again."""

import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import pytest

import said
from canned import task_of
from conftest import Neo4j
from gsw_graph.errors import ServerError
from gsw_graph.llm.spool import Spool, Spooled
from model_road import Opener, add, entries, impatient, opening
from model_server import ModelServer, ServerProcess
from model_server.answers import Request

CHAPTERS, EACH = 10, 20
TEXT = said.chapters(CHAPTERS, EACH)
INPUTS = CHAPTERS + 2 * CHAPTERS * EACH
KILLS = 10
FOLDER = Path(__file__).parent


@pytest.fixture
def opened(neo4j_server: Neo4j, tmp_path: Path) -> Iterator[Opener]:
    with opening(neo4j_server, tmp_path / "home") as opener:
        yield opener


CLIENTS = """
import json, os, signal, sys, time
import openai
from pathlib import Path
from types import SimpleNamespace
from conftest import Neo4j
from model_road import Words, add, settings
from test_model_resume import TEXT
from gsw_graph.language import count_tokens, sentences
from gsw_graph.workspace import Workspace

uri, user, password, base_url, key, home = sys.argv[1:]
server = SimpleNamespace(base_url=base_url, key=key)
list(sentences("Load the language tools once.")), count_tokens("And these.")
for line in sys.stdin:
    name, moment = json.loads(line)
    started = time.monotonic()
    child = os.fork()
    if not child:
        given = settings(Neo4j(uri, user, password), server, Path(home), name)
        add(Workspace(settings=given, embedder=Words), TEXT)
        os._exit(0)
    if moment:
        time.sleep(moment)
        os.kill(child, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    print(json.dumps([code, time.monotonic() - started]), flush=True)
"""
"""Runs of one client after the other, each in a process that is killed after a moment, if one is given."""


class Clients:
    """The processes of `CLIENTS`."""

    def __init__(self, neo4j: Neo4j, server: ServerProcess, home: Path) -> None:
        arguments = [*neo4j, server.base_url, server.key, str(home)]
        command = [sys.executable, "-c", CLIENTS, *arguments]
        self._process = subprocess.Popen(
            command, cwd=FOLDER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def run(self, name: str, moment: float = 0) -> tuple[int, float]:
        """Take the text in, until the moment comes; return the exit code and how long it took."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(json.dumps([name, moment]) + "\n")
        code, seconds = json.loads(self._process.stdout.readline())
        return code, seconds

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate(timeout=60)


def test_a_client_that_is_killed_pays_for_nothing_twice(neo4j_server: Neo4j, opened: Opener, tmp_path: Path) -> None:
    home = tmp_path / "home"
    options: dict[str, float | str] = {"inputs": "said:inputs", "latency": 0.05, "grace": 0.25}
    with ServerProcess("said:reply", **options) as server, Clients(neo4j_server, server, home) as clients:
        undisturbed = opened(server)
        code, whole = clients.run(undisturbed.name)
        digest, needed = undisturbed.digest(), server.stats()["paid"]
        assert (code, len(needed), undisturbed.status()["nodes"]["Verb"] > 50) == (0, INPUTS, True)
        killed = 0
        for number in range(KILLS):
            server.reset()
            one = opened(server)
            moment = random.uniform(0.1, 0.95) * whole
            killed += clients.run(one.name, moment)[0] == -signal.SIGKILL
            assert add(one, TEXT).status in {"done", "unchanged"}, f"kill {number} after {moment} of {whole} seconds"
            assert one.digest() == digest, f"kill {number} after {moment} of {whole} seconds"
            paid = server.stats()["paid"]
            twice = {name: count for name, count in paid.items() if count > 1}
            assert (paid.keys(), twice) == (needed.keys(), {}), f"kill {number} after {moment} of {whole} seconds"
    assert killed >= KILLS - 3
    assert not list(home.rglob("*.jsonl")), "what was left on disk is in the log"
