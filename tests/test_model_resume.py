"""Runs that ask a model and are killed, interrupted or cut off from the database: nothing is ever paid for twice."""

import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Self

import pytest
from pydantic import SecretStr

import said
from canned import task_of
from conftest import Neo4j
from gsw_graph.errors import ServerError
from gsw_graph.settings import Settings
from model_road import Opener, add, entries, opening, settings
from model_server import Answer, ModelServer, ServerProcess
from model_server.answers import Request

CHAPTERS, EACH = 10, 20
TEXT = "\n\n".join(
    f"# Chapter {number + 1}\n\n" + "\n\n".join(map(said.event, range(number * EACH, (number + 1) * EACH)))
    for number in range(CHAPTERS)
)
"""Chunks of one sentence each."""
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
    with (
        ServerProcess("said:reply", inputs="said:inputs", latency=0.05, grace=0.25) as server,
        Clients(neo4j_server, server, home) as clients,
    ):
        undisturbed = opened(server)
        code, whole = clients.run(undisturbed.name)
        digest, needed = undisturbed.digest(), server.stats()["paid"]
        assert (code, len(needed), undisturbed.status()["nodes"]["Verb"] > 50) == (0, INPUTS, True)
        killed = unchanged = 0
        for number in range(KILLS):
            server.reset()
            one = opened(server)
            moment = random.uniform(0.1, 0.9) * whole
            code, seconds = clients.run(one.name, moment)
            killed += code == -signal.SIGKILL
            whole = min(whole, seconds) if code == 0 else whole
            status = add(one, TEXT).status
            assert status in {"done", "unchanged"}, f"kill {number} after {moment} of {whole} seconds"
            unchanged += status == "unchanged"  # it asks nothing, so what is left on disk is still left
            assert one.digest() == digest, f"kill {number} after {moment} of {whole} seconds"
            paid = server.stats()["paid"]
            twice = {name: count for name, count in paid.items() if count > 1}
            assert (paid.keys(), twice) == (needed.keys(), {}), f"kill {number} after {moment} of {whole} seconds"
    assert killed >= KILLS // 2, "too few were killed before they were done"
    assert len(list(home.rglob("*.jsonl"))) <= unchanged, "what was left on disk is in the log"


def test_what_a_killed_client_wrote_down_goes_with_the_text(
    neo4j_server: Neo4j, opened: Opener, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    text = said.chapters(2, 6)
    with ModelServer(said.reply, inputs=said.inputs) as server:
        one = opened(server, chunks_per_call=2)
        add(one, said.text(50), "other")
        arguments = [*neo4j_server, server.base_url, server.key, str(home), one.name, text]
        subprocess.run([sys.executable, "-c", WRITTEN_DOWN, *arguments], cwd=FOLDER, timeout=120)
        assert list(home.rglob("*.jsonl"))
        one.forget("other")
        assert not list(home.rglob("*.jsonl"))
        assert add(one, text).status == "done"
        assert set(server.paid.values()) == {1}, "forgetting one text costs nothing of what was said of another"
        one.forget("a")
        assert not entries(one, "reply", "done")


def test_a_reply_that_was_written_down_outlives_a_kill(neo4j_server: Neo4j, opened: Opener, tmp_path: Path) -> None:
    """The client is killed when replies are on disk, and none of them in the log."""
    home = tmp_path / "home"
    text = said.chapters(2, 6)
    with ModelServer(said.reply, inputs=said.inputs) as server:
        one = opened(server, chunks_per_call=2)
        assert one.graph
        arguments = [*neo4j_server, server.base_url, server.key, str(home), one.name, text]
        done = subprocess.run([sys.executable, "-c", WRITTEN_DOWN, *arguments], cwd=FOLDER, timeout=120)
        assert done.returncode == -signal.SIGKILL
        (left,) = home.rglob("*.jsonl")
        assert left.stat().st_mode & 0o077 == 0, "for its owner alone"
        assert len(left.read_text().splitlines()) == 4
        assert len(entries(one, "reply", "done")) <= 2
        assert add(one, text).status == "done"
        other = opened(server)
        assert set(server.paid.values()) == {1}
        assert len(entries(one, "call", "done")) == sum(server.work.statuses.values()), "each call is in the ledger"
        add(other, text)
        assert one.digest() == other.digest()
    assert not [path for path in home.rglob("*") if path.is_file()]


WRITTEN_DOWN = """
import os, signal, sys
from pathlib import Path
from types import SimpleNamespace
from conftest import Neo4j
from model_road import Words, add, settings
from gsw_graph.llm.spool import Spool
from gsw_graph.replies import Replies
from gsw_graph.workspace import Workspace

uri, user, password, base_url, key, home, name, text = sys.argv[1:]
server = SimpleNamespace(base_url=base_url, key=key)
add_to, done, keep = Spool.add, 0, Replies.keep

def counted(self, reply):
    global done
    add_to(self, reply)
    done += 1
    if done == 4:
        os.kill(os.getpid(), signal.SIGKILL)

def forgetful(self, task, payloads, call, **more):  # what is kept is not written yet when the end comes
    if done < 3:
        keep(self, task, payloads, call, **more)

Spool.add, Replies.keep = counted, forgetful
given = settings(Neo4j(uri, user, password), server, Path(home), name, chunks_per_call=2, concurrency=1)
add(Workspace(settings=given, embedder=Words), text)
"""


class Cable:
    """Carries a client's connections to the database, until it is cut."""

    def __init__(self, neo4j: Neo4j) -> None:
        host, _, port = neo4j.uri.split("://")[1].partition(":")
        self._target = host, int(port)
        self._sockets: list[socket.socket] = []
        self._port = 0
        self.mend()
        self.uri = f"bolt://127.0.0.1:{self._port}"

    def mend(self) -> None:
        """Take connections."""
        listener = socket.create_server(("127.0.0.1", self._port))
        self._port = listener.getsockname()[1]
        self._sockets = [listener]
        threading.Thread(target=self._accept, args=[listener], daemon=True).start()

    def cut(self) -> None:
        """Break all connections, and take no other."""
        for one in self._sockets:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def _accept(self, listener: socket.socket) -> None:
        with suppress(OSError):
            while True:
                ours = listener.accept()[0]
                theirs = socket.create_connection(self._target)
                self._sockets += [ours, theirs]
                for pair in ((ours, theirs), (theirs, ours)):
                    threading.Thread(target=_carry, args=pair, daemon=True).start()


def _carry(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(1 << 16):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)


def test_calls_under_way_outlive_the_database(neo4j_server: Neo4j, opened: Opener, tmp_path: Path) -> None:
    text = said.chapters(3, 12)
    cable = Cable(neo4j_server)

    def reply(request: Request) -> Answer:
        if task_of(request) == "extract" and sum(server.work.statuses.values()) >= 6:
            cable.cut()
        return said.reply(request)

    with ModelServer(reply, inputs=said.inputs, latency=0.1) as server:
        other = opened(server)
        name = opened(server).name
        one = opened(server, name, chunks_per_call=2, concurrency=4, neo4j_uri=cable.uri)
        patience = one.graph.driver._default_workspace_config
        patience.max_transaction_retry_time, patience.initial_retry_delay = 0.5, 0.1  # it is half a minute else
        with pytest.raises(ServerError, match="failed"):
            add(one, text)
        assert list((tmp_path / "home").rglob("*.jsonl")), "what came after the end is on disk"
        paid = sum(server.paid.values())
        server.reply = said.reply
        cable.mend()
        one.close()
        assert add(one, text).status == "done"
        assert sum(server.paid.values()) > paid
        assert set(server.paid.values()) == {1}
        assert not list((tmp_path / "home").rglob("*.jsonl"))
        add(other, text)
        assert one.digest() == other.digest()
        one.close()
    cable.cut()


INTERRUPTED = 130


@pytest.mark.parametrize("task", ["annotate", "extract"])
def test_an_interrupted_command_ends_soon_and_keeps_what_it_has(
    neo4j_server: Neo4j, opened: Opener, tmp_path: Path, task: str
) -> None:
    """Also while who is who is asked in a text of many chapters, which was all begun at once."""
    path = tmp_path / "a.md"
    path.write_text(said.chapters(40, 2) if task == "annotate" else said.text(*range(30)))
    asked = threading.Event()

    def reply(request: Request) -> Answer:
        if task_of(request) == task and sum(server.requests.values()) > 6:
            asked.set()
        return said.reply(request)

    with ModelServer(reply, inputs=said.inputs, latency=0.25) as server:
        one = opened(server, embedder=None)
        given = settings(neo4j_server, server, tmp_path / "home", one.name, concurrency=4, chunks_per_call=1)
        environment = os.environ | variables(given)
        command = subprocess.Popen(
            [*GSW, "ingest", str(path)],
            env=environment,
            stderr=subprocess.PIPE,
            text=True,
            # A runner in the background ignores it, and hands that on.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        assert asked.wait(60)
        sent = sum(server.requests.values())
        command.send_signal(signal.SIGINT)
        _, said_then = command.communicate(timeout=30)
        assert command.returncode == INTERRUPTED, said_then
        assert "Interrupted. What was done is kept" in said_then
        assert "Traceback" not in said_then and "Exception" not in said_then
        assert sum(server.requests.values()) <= sent + 2 * 4, "what was under way, and what began at that moment"
        assert not entries(one, "reply", "pending")
        server.latency = 0.0
        again = subprocess.run([*GSW, "ingest", str(path)], env=environment, capture_output=True, text=True, timeout=60)
        assert again.returncode == 0, again.stderr
        assert set(server.paid.values()) == {1}


def variables(given: Settings) -> dict[str, str]:
    """Return settings as the environment holds them."""
    changed = {name: value for name, value in given if value != Settings.model_fields[name].default}
    return {
        f"GSW_{name.upper()}": value.get_secret_value() if isinstance(value, SecretStr) else str(value)
        for name, value in changed.items()
    }


def test_two_commands_on_the_same_texts_pay_once(neo4j_server: Neo4j, opened: Opener, tmp_path: Path) -> None:
    for number in range(6):
        (tmp_path / f"{number}.md").write_text(said.chapters(2, 5, 10 * (number % 4)), encoding="utf-8")
    paths = [str(tmp_path / f"{number}.md") for number in range(6)]
    with ModelServer(said.reply, inputs=said.inputs, latency=0.1) as server:
        one = opened(server, embedder=None)
        given = settings(neo4j_server, server, tmp_path / "home", one.name)
        assert one.graph  # with its schema, which both would make
        commands = [
            subprocess.Popen(
                [*GSW, "ingest", *some], env=os.environ | variables(given), stderr=subprocess.PIPE, text=True
            )
            for some in (paths, paths[::-1])
        ]
        for command in commands:
            _, told = command.communicate(timeout=90)
            assert command.returncode == 0, told
        assert set(server.paid.values()) == {1}
        assert len(entries(one, "call", "done")) == sum(server.work.statuses.values())
        assert not entries(one, "reply", "pending")


GSW = [sys.executable, "-c", "from gsw_graph.cli.main import main; main()"]
