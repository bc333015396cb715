"""What the managed database keeps on disk: its folder, its password, and who runs it.

A home holds one store. Three kinds of lock files guard it: `start.lock` (held while starting, stopping,
dumping or registering), `supervisor.lock` (held by the one supervisor), and one file for each client process.
The system releases all of them when their process dies, however it dies.
"""

import json
import os
import secrets
import uuid
from pathlib import Path
from typing import NamedTuple

import psutil
from filelock import FileLock, Timeout
from platformdirs import user_data_dir

from gsw_graph.errors import ServerError
from gsw_graph.server.processes import process

USER = "neo4j"


class State(NamedTuple):
    """Who runs the database of a home, as its supervisor wrote it down."""

    supervisor_pid: int
    supervisor_started: float
    jvm_pid: int
    jvm_started: float
    bolt_port: int
    http_port: int
    ready: bool = False
    """Whether an authenticated query has been answered."""
    failed: str = ""
    """Why there is no database, in the supervisor's words."""

    @property
    def jvm(self) -> psutil.Process | None:
        """The database's process, if it lives."""
        return process(self.jvm_pid, self.jvm_started)

    @property
    def supervisor(self) -> psutil.Process | None:
        """The supervisor's process, if it lives."""
        return process(self.supervisor_pid, self.supervisor_started)


def default_home() -> Path:
    """Return where the database lives: GSW_HOME, or the platform's place for a user's data."""
    return Path(os.environ.get("GSW_HOME") or Path(user_data_dir("gsw-graph")) / "neo4j").absolute()


class Home:
    """The folder of one managed database.

    Args:
        path: Its place; `default_home()` if not given.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = (path or default_home()).absolute()
        self.data = self.path / "data"
        self.logs = self.path / "logs"
        self.conf = self.path / "conf"
        self.run = self.path / "run"
        self.clients = self.run / "clients"

    def create(self) -> None:
        """Make the folders, open to their owner only.

        Raises:
            ServerError: If the place cannot be written to.
        """
        try:
            for folder in (self.path, self.data, self.logs, self.conf, self.run, self.clients):
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise ServerError(
                f"The database's folder {self.path} cannot be used ({error.strerror}).",
                hint="set GSW_HOME to a folder you can write to",
            ) from error

    def start_lock(self, timeout: float = 300) -> FileLock:
        """Return the lock under which the database is started, stopped and used offline.

        Args:
            timeout: Seconds to wait for it.
        """
        return FileLock(self.run / "start.lock", timeout=timeout)

    def supervisor_lock(self) -> FileLock:
        """Return the lock that the one supervisor holds."""
        return FileLock(self.run / "supervisor.lock", timeout=0)

    def has_supervisor(self) -> bool:
        """Return whether a supervisor lives."""
        try:
            with self.supervisor_lock():
                return False
        except Timeout:
            return True

    @property
    def has_store(self) -> bool:
        """Whether a database was ever started here."""
        return (self.data / "databases" / "system").exists()

    def password(self) -> str:
        """Return the password, made up on first use and kept in a file that only its owner can read.

        Raises:
            ServerError: If there is a store but its password is gone.
        """
        file = self.path / "password"
        if file.exists():
            return file.read_text(encoding="ascii")
        if self.has_store:
            raise ServerError(
                f"The password of the database in {self.path} is gone.",
                hint="put the file 'password' back, or 'gsw db reset' to begin anew",
            )
        password = secrets.token_urlsafe(24)
        write_private(file, password)
        return password

    def state(self) -> State | None:
        """Return who runs the database, or None if nobody wrote that down."""
        try:
            return State(**json.loads((self.run / "state.json").read_text(encoding="ascii")))
        except (OSError, ValueError, TypeError):  # none, or of another version
            return None

    def write_state(self, state: State) -> None:
        """Write down who runs the database.

        Args:
            state: What to remember.
        """
        write_private(self.run / "state.json", json.dumps(state._asdict()))

    def clear_state(self) -> None:
        """Forget who ran the database."""
        (self.run / "state.json").unlink(missing_ok=True)

    def register(self) -> FileLock:
        """Return a lock that says: this process uses the database. Hold the start lock meanwhile."""
        lock = FileLock(self.clients / f"{os.getpid()}-{uuid.uuid4().hex[:8]}.lock", thread_local=False)
        lock.acquire()
        return lock

    def has_clients(self) -> bool:
        """Return whether any living process uses the database. Hold the start lock meanwhile."""
        used = False
        for file in self.clients.glob("*.lock"):
            lock = FileLock(file, timeout=0)
            try:
                lock.acquire()
            except Timeout:
                used = True
            else:  # its process has ended
                lock.release()
                file.unlink(missing_ok=True)
        return used


def write_private(file: Path, text: str) -> None:
    """Write a file that only its owner can read, at once or not at all.

    Args:
        file: Its place.
        text: Its content.
    """
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    part.unlink(missing_ok=True)
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as stream:
        stream.write(text)
        stream.flush()
        os.fsync(stream.fileno())
    os.replace(part, file)
