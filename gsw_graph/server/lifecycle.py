"""Starting, sharing and stopping the managed database, from any number of processes at once."""

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from filelock import FileLock, Timeout

from gsw_graph.errors import ConfigError, ServerError
from gsw_graph.server import java, ports
from gsw_graph.server.home import USER, Home, State
from gsw_graph.server.processes import terminate
from gsw_graph.server.supervisor import launch

START_SECONDS = 120
PASSWORD_SECONDS = 30
"""How long after a start a refused password is tried again."""
DEFAULT_IDLE_SECONDS = 600
ROOM = 200 * 2**20
"""Bytes without which no start is tried: logs of transactions alone take 64 MiB."""

_registered: dict[tuple[int, Path], FileLock] = {}


class Server(NamedTuple):
    """A running database and how to reach it."""

    uri: str
    """For drivers."""
    user: str
    """Whose password it is."""
    password: str
    """Never in logs or error texts."""
    http_uri: str
    """For Neo4j Browser."""
    pid: int
    """The Java process."""

    def __repr__(self) -> str:
        """Return everything but the password."""
        return f"Server(uri={self.uri!r}, user={self.user!r}, http_uri={self.http_uri!r}, pid={self.pid})"


class Status(NamedTuple):
    """What is known about a home without starting anything."""

    home: Path
    """Its folder."""
    running: bool
    """Whether its database answers."""
    uri: str
    """For drivers; empty if it is not running."""
    http_uri: str
    """For Neo4j Browser; empty if it is not running."""
    pid: int
    """The Java process, or 0."""
    rss: int
    """Bytes of memory that it holds."""
    store_bytes: int
    """Bytes of its store on disk."""


def ensure_server(home: Path | None = None, *, port: int | None = None, idle: float | None = None) -> Server:
    """Return the managed database, started if it is not running, and keep it while this process lives.

    Args:
        home: Its folder; GSW_HOME or the platform's place for data if not given.
        port: Insist on this port for drivers; GSW_NEO4J_PORT, or any free one if not given.
        idle: Seconds without a client after which it stops; GSW_NEO4J_IDLE, or ten minutes if not given.

    Raises:
        ArtifactError: If the first start cannot fetch what it needs.
        ServerError: If it does not start.
    """
    place = Home(home)
    place.create()
    port = port if port is not None else _number("GSW_NEO4J_PORT")
    idle = idle if idle is not None else _number("GSW_NEO4J_IDLE") or DEFAULT_IDLE_SECONDS
    with locked(place):
        password = place.password()
        state = place.state()
        if state is None or state.failed or not (state.supervisor and state.jvm):
            state = _start(place, password, port, idle)
        elif not state.ready:  # the process that started it was killed
            state = _await(place, password)
        elif port not in (None, state.bolt_port):
            raise ServerError(
                f"The database already runs on port {state.bolt_port}, not {port}.",
                hint="'gsw db stop' first",
            )
        key = (os.getpid(), place.path)
        if key not in _registered:
            _registered[key] = place.register()
    return _server(state, password)


def release(home: Path | None = None) -> None:
    """Say that this process uses the database no more, so that it may stop when idle.

    Args:
        home: Its folder.
    """
    lock = _registered.pop((os.getpid(), Home(home).path), None)
    if lock is not None:
        lock.release()


def stop(home: Path | None = None) -> bool:
    """Stop the database, whoever uses it, and return whether it was running.

    Args:
        home: Its folder.
    """
    place = Home(home)
    if not place.run.exists():
        return False
    with locked(place):
        return halt(place)


def halt(place: Home) -> bool:
    """Stop the database; the caller holds the start lock.

    Args:
        place: Whose.
    """
    state = place.state()
    if state is None:
        return False
    supervisor, jvm = state.supervisor, state.jvm
    if supervisor is not None:
        terminate(supervisor, seconds=40)  # it ends the database first
    if jvm is not None and jvm.is_running():  # the supervisor was killed before
        terminate(jvm)
    place.clear_state()
    return jvm is not None


def status(home: Path | None = None) -> Status:
    """Return what is known about the database, without starting it.

    Args:
        home: Its folder.
    """
    place = Home(home)
    state = place.state()
    jvm = state.jvm if state else None
    size = sum(file.stat().st_size for file in place.data.rglob("*") if file.is_file())
    if state is None or jvm is None or not ports.greets(state.bolt_port):
        return Status(place.path, False, "", "", 0, 0, size)
    server = _server(state, "")
    return Status(place.path, True, server.uri, server.http_uri, jvm.pid, jvm.memory_info().rss, size)


@contextmanager
def locked(place: Home) -> Iterator[None]:
    """Hold the start lock of a home.

    Args:
        place: Whose.

    Raises:
        ServerError: If another process holds it for minutes.
    """
    lock = place.start_lock(timeout=2 * START_SECONDS)
    try:
        lock.acquire()
    except Timeout as error:
        raise ServerError(
            f"Another process has been starting or stopping the database in {place.path} for {2 * START_SECONDS} s.",
            hint="'gsw db status', then end that process",
        ) from error
    try:
        yield
    finally:
        lock.release()


def _start(place: Home, password: str, port: int | None, idle: float) -> State:
    state = place.state()
    if state is not None and state.jvm:  # its supervisor was killed: a new one adopts it
        launch(place, state.bolt_port, state.http_port, idle)
        return _await(place, password)
    if shutil.disk_usage(place.path).free < ROOM:
        raise _no_room(place)
    if not place.has_store:
        java.write_password(place, password)
    java.command(place, java.SERVER_CLASS)  # fetches here, where progress and errors are seen
    try:
        return _launch(place, password, port, idle)
    except ServerError:
        # Somebody may have taken the port between our look and the start.
        if port is not None or "Address already in use" not in java.log_tail(place):
            raise
    return _launch(place, password, port, idle)


def _launch(place: Home, password: str, port: int | None, idle: float) -> State:
    # Nothing is cleared here: a client that was killed may have left a supervisor that is just starting.
    before = place.state()
    launch(place, *ports.choose(place, port), idle)
    return _await(place, password, before=before)


def _await(place: Home, password: str, before: State | None = None) -> State:
    """Wait until the database answers a query, and write down that it does.

    Args:
        place: Whose.
        password: For the query.
        before: What was written down before the start, of which a failure is none of this one.
    """
    began = time.monotonic()
    while time.monotonic() < began + START_SECONDS:
        state = place.state()
        if state is not None and state.failed and state != before:
            raise _failure(place, state.failed)
        if state is not None and state.supervisor and state.jvm and ports.greets(state.bolt_port):
            patient = time.monotonic() < began + PASSWORD_SECONDS
            if _answers(state, password, patient=patient):
                state = state._replace(ready=True)
                place.write_state(state)
                return state
        elif time.monotonic() > began + 10 and not place.has_supervisor():
            raise _failure(place, "its supervisor ended")
        time.sleep(0.1)
    raise _failure(place, f"it did not answer within {START_SECONDS} s")


def _answers(state: State, password: str, *, patient: bool) -> bool:
    """Return whether a query is answered; the port is open before the database, and after a crash before its users."""
    from neo4j import GraphDatabase
    from neo4j.exceptions import AuthError, DriverError, Neo4jError

    with GraphDatabase.driver(_server(state, password).uri, auth=(USER, password)) as driver:
        try:
            driver.execute_query("RETURN 1", database_="neo4j")
        except AuthError as error:
            if patient:
                time.sleep(2)  # three refusals in a row would lock the user out
                return False
            raise ServerError(
                "The database does not take the password in its folder.",
                hint="put the file 'password' back, or 'gsw db reset' to begin anew",
            ) from error
        except (DriverError, Neo4jError):
            return False
    return True


def _failure(place: Home, reason: str) -> ServerError:
    tail = java.log_tail(place)
    if "No space left" in tail:
        return _no_room(place)
    if "FileLockException" in tail or "StoreLock" in tail:
        return ServerError(
            f"The store in {place.path} is in use by another process.",
            hint="end that process, or another GSW_HOME",
        )
    return ServerError(
        f"The database in {place.path} did not start: {reason}. Its logs say:\n{tail}\n",
        hint=f"'gsw db status', or read {place.logs}",
    )


def _no_room(place: Home) -> ServerError:
    return ServerError(
        f"There is no room for the database at {place.path}.",
        hint="free some space, or set GSW_HOME to another disk",
    )


def _number(name: str) -> int | None:
    text = os.environ.get(name)
    if not text:
        return None
    if not text.isdecimal():
        raise ConfigError(f"{name} is {text!r}, not a number.", hint=f"unset {name}")
    return int(text)


def _server(state: State, password: str) -> Server:
    return Server(
        uri=f"bolt://{ports.HOST}:{state.bolt_port}",
        user=USER,
        password=password,
        http_uri=f"http://{ports.HOST}:{state.http_port}",
        pid=state.jvm_pid,
    )
