"""The managed database, run for real: shared, killed, stopped, dumped."""

import os
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import psutil
import pytest
from neo4j import GraphDatabase

from gsw_graph.errors import ConfigError, InputError, ServerError
from gsw_graph.graph import Graph, Transaction
from gsw_graph.server import Server, dump, ensure_server, load, release, reset, status, stop
from gsw_graph.server.home import Home, State
from gsw_graph.server.java import log_tail
from gsw_graph.server.processes import process
from gsw_graph.statements import parse_statement


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """One home for the whole file, as each start takes seconds; its name is not an easy one."""
    folder = tmp_path_factory.mktemp("server") / "ein Haus für Ωδή"
    yield folder
    stop(folder)


def run(server: Server, query: str) -> list[list[object]]:
    with GraphDatabase.driver(server.uri, auth=(server.user, server.password)) as driver:
        return [record.values() for record in driver.execute_query(query).records]


def state_of(home: Path) -> State:
    state = Home(home).state()
    assert state is not None
    return state


def eventually(condition: Callable[[], bool], seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it never came true"
        time.sleep(0.1)


def client(home: Path, then: str = "") -> subprocess.Popen[str]:
    code = (
        "import sys, time\nfrom pathlib import Path\nfrom gsw_graph.server import ensure_server\n"
        f"server = ensure_server(Path(sys.argv[1]))\nprint(server.pid, server.uri, flush=True)\n{then}"
    )
    return subprocess.Popen([sys.executable, "-c", code, str(home)], stdout=subprocess.PIPE, text=True)


def test_five_processes_that_start_at_once_share_one_database(home: Path) -> None:
    killed = client(home)  # at a moment when it may or may not have left a supervisor behind
    time.sleep(0.6)
    killed.kill()
    killed.communicate()
    clients = [client(home) for _ in range(5)]
    answers = [process.communicate(timeout=120)[0] for process in clients]
    assert len(set(answers)) == 1
    server = ensure_server(home)
    assert answers[0] == f"{server.pid} {server.uri}\n"
    assert run(server, "RETURN 1") == [[1]]


def test_it_listens_on_loopback_only(home: Path) -> None:
    server = ensure_server(home)
    listening = [
        connection.laddr
        for connection in psutil.Process(server.pid).net_connections(kind="tcp")
        if connection.status == psutil.CONN_LISTEN
    ]
    assert len(listening) == 2
    assert {address.ip.removeprefix("::ffff:") for address in listening} == {"127.0.0.1"}


def test_a_wrong_password_is_refused(home: Path) -> None:
    from neo4j.exceptions import AuthError

    server = ensure_server(home)
    with pytest.raises(AuthError):
        run(server._replace(password="neo4j"), "RETURN 1")


@pytest.mark.skipif(os.name != "posix", reason="file modes are POSIX's")
def test_only_the_owner_can_read_the_password(home: Path) -> None:
    ensure_server(home)
    assert stat.S_IMODE((home / "password").stat().st_mode) == 0o600
    assert stat.S_IMODE((home / "data" / "dbms" / "auth.ini").stat().st_mode) == 0o600
    assert stat.S_IMODE(home.stat().st_mode) == 0o700


def test_the_password_shows_nowhere_else(home: Path) -> None:
    server = ensure_server(home)
    assert server.password not in repr(server)
    assert server.password not in f"{server}"
    texts = [file for folder in ("logs", "conf", "run") for file in (home / folder).rglob("*") if file.is_file()]
    assert texts
    assert not [file for file in texts if server.password.encode() in file.read_bytes()]
    assert server.password not in " ".join(psutil.Process(server.pid).cmdline())


def test_what_it_needs_of_cypher_25_works(home: Path) -> None:
    assert run(ensure_server(home), "CYPHER 25 UNWIND ['A'] AS l MERGE (n:$(l)) RETURN labels(n)") == [[["A"]]]


def test_status_tells_of_it_without_starting_it(home: Path, tmp_path: Path) -> None:
    server = ensure_server(home)
    known = status(home)
    assert (known.running, known.uri, known.pid) == (True, server.uri, server.pid)
    assert known.rss < 600 * 2**20
    assert 0 < known.store_bytes < 100 * 2**20
    assert not status(tmp_path / "nowhere").running
    assert not (tmp_path / "nowhere").exists()


def test_what_is_too_large_for_its_memory_is_said_at_once(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server = ensure_server(home)
    graph = Graph(server.uri, server.user, server.password)
    many = "// Read many.\nCYPHER 25\nUNWIND range(1, 100000000) AS n\nRETURN collect(n) AS ns"
    monkeypatch.setattr("gsw_graph.graph.load_statement", lambda name: parse_statement(name, many))
    tried = []

    def work(tx: Transaction) -> None:
        tried.append(tx)
        tx.run("read/many")

    with closing(graph), pytest.raises(ServerError, match="too large for the memory.*read/many.*GSW_NEO4J_HEAP"):
        graph.transact(work)
    assert len(tried) == 1, "it is as large each time"


def test_it_survives_kill_9_of_a_client(home: Path) -> None:
    before = ensure_server(home).pid
    killed = client(home, "time.sleep(600)")
    assert killed.stdout is not None
    assert killed.stdout.readline().startswith(f"{before} ")
    killed.kill()
    killed.communicate()
    server = ensure_server(home)
    assert server.pid == before
    assert run(server, "RETURN 1") == [[1]]


def test_a_new_supervisor_adopts_the_database_after_kill_9_of_the_old_one(home: Path) -> None:
    server = ensure_server(home)
    old = state_of(home)
    psutil.Process(old.supervisor_pid).kill()
    eventually(lambda: process(old.supervisor_pid, old.supervisor_started) is None)
    assert ensure_server(home) == server
    new = state_of(home)
    assert new.supervisor_pid != old.supervisor_pid
    assert new.supervisor is not None


def test_it_comes_back_by_itself_with_its_data_after_kill_9_of_java(home: Path) -> None:
    server = ensure_server(home)
    run(server, "MERGE (:Kept {word: 'before'})")
    psutil.Process(server.pid).kill()
    # On the same port, so drivers that were connected find it again.
    eventually(lambda: status(home).running and status(home).pid != server.pid, seconds=150)
    again = ensure_server(home)
    assert again.uri == server.uri
    assert run(again, "MATCH (n:Kept) RETURN n.word") == [["before"]]


def test_dump_stop_and_load(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GSW_NEO4J_AOT", "0")
    file = tmp_path / "memory.dump"
    server = ensure_server(home)
    run(server, "MATCH (n) DETACH DELETE n")
    run(server, "CREATE (:Kept {word: 'dumped'})")
    began = time.monotonic()
    assert stop(home)
    assert time.monotonic() - began < 10
    assert not stop(home)
    assert not status(home).running
    dump(home, file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600, "it holds all texts"
    with pytest.raises(InputError, match="exists"):
        dump(home, file)

    broken = tmp_path / "broken.dump"
    broken.write_bytes(file.read_bytes()[:200])
    with pytest.raises(ServerError, match="could not be loaded"):
        load(home, broken)

    elsewhere = tmp_path / "elsewhere"
    load(elsewhere, file)
    copy = ensure_server(elsewhere, idle=1)
    assert run(copy, "MATCH (n) RETURN n.word") == [["dumped"]]
    assert copy.uri != server.uri
    state_started = state_of(elsewhere).jvm_started
    # Nobody uses the copy any more, so it stops by itself.
    release(elsewhere)
    eventually(lambda: Home(elsewhere).state() is None, seconds=90)
    assert process(copy.pid, state_started) is None
    reset(elsewhere)
    assert not (elsewhere / "password").exists()
    assert not (elsewhere / "data").exists()

    again = ensure_server(home)
    assert again.uri == server.uri
    assert run(again, "MATCH (n) RETURN n.word") == [["dumped"]]


def test_a_store_in_use_by_another_process_is_said_to_be(home: Path) -> None:
    ensure_server(home)
    kept = state_of(home)
    Home(home).clear_state()  # as if it were run by something that we do not know of
    supervisor = psutil.Process(kept.supervisor_pid)
    supervisor.kill()
    eventually(lambda: process(kept.supervisor_pid, kept.supervisor_started) is None)
    try:
        with pytest.raises(ServerError, match="in use by another process") as caught:
            ensure_server(home)
        assert "GSW_HOME" in caught.value.hint
    finally:
        Home(home).write_state(kept)
    assert run(ensure_server(home), "RETURN 1") == [[1]]


def test_a_taken_port_is_refused_only_if_it_was_asked_for(tmp_path: Path) -> None:
    from gsw_graph.server import ports

    place = Home(tmp_path)
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(ServerError, match=f"Port {port} is taken") as caught:
            ensure_server(tmp_path, port=port)
        assert "GSW_NEO4J_PORT" in caught.value.hint
        (tmp_path / "ports").write_text(f"{port} {port}\n")
        bolt, http = ports.choose(place, None)
        assert len({bolt, http, port}) == 3
    assert ports.choose(place, None) == (bolt, http)


def test_a_start_that_fails_shows_its_logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # No Java can reserve that much.
    monkeypatch.setenv("GSW_NEO4J_HEAP", "900000g")
    with pytest.raises(ServerError, match=r"(?s)did not start.*exit code 1.*heap") as caught:
        ensure_server(tmp_path)
    assert "heap" in log_tail(Home(tmp_path))
    assert str(tmp_path) in caught.value.hint
    assert not status(tmp_path).running


@pytest.mark.parametrize(
    ("name", "value"), [("GSW_NEO4J_HEAP", "lots"), ("GSW_NEO4J_PORT", "-1"), ("GSW_NEO4J_IDLE", "soon")]
)
def test_a_setting_that_is_not_one_is_named(
    name: str, value: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ConfigError, match=name):
        ensure_server(tmp_path)


def test_a_lost_password_is_said_to_be(tmp_path: Path) -> None:
    (tmp_path / "data" / "databases" / "system").mkdir(parents=True)
    with pytest.raises(ServerError, match="password") as caught:
        ensure_server(tmp_path)
    assert "reset" in caught.value.hint


def test_a_full_disk_is_said_to_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gsw_graph.server.lifecycle.ROOM", 2**62)
    with pytest.raises(ServerError, match="no room"):
        ensure_server(tmp_path)


def test_a_folder_that_cannot_be_used_is_said_to_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ServerError, match="cannot be used"):
        ensure_server(tmp_path / "file" / "home")


@pytest.mark.parametrize("text", ["", "{}", "not json", '{"supervisor_pid": 1}', "[]"])
def test_a_damaged_state_is_none(text: str, tmp_path: Path) -> None:
    place = Home(tmp_path)
    place.create()
    (place.run / "state.json").write_text(text)
    assert place.state() is None


def test_another_process_with_the_same_number_is_not_taken_for_ours() -> None:
    me = psutil.Process()
    assert process(me.pid, me.create_time()) is not None
    assert process(me.pid, me.create_time() - 100) is None


def test_dumping_or_loading_what_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no database"):
        dump(tmp_path, tmp_path / "x.dump")
    with pytest.raises(InputError, match="not a file"):
        load(tmp_path, tmp_path / "x.dump")
    assert not stop(tmp_path)


def test_a_cache_of_classes_is_used_once_it_was_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from gsw_graph.server import aot

    monkeypatch.setenv("GSW_CACHE_DIR", str(tmp_path))
    assert aot.flags() == ()
    monkeypatch.setenv("GSW_NEO4J_AOT", "0")
    aot.train()
    assert not (tmp_path / "aot").exists()
    made = aot._file()
    made.parent.mkdir()
    made.write_bytes(b"")
    assert aot.flags()[0] == f"-XX:AOTCache={made}"
