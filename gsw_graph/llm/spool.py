"""Replies on disk from the moment they arrive until the log has them: what was paid for outlives its process.

Each process appends to a file of its own, which it locks; the system gives the lock back when the process ends, however
it ends. A file whose lock is free was left by somebody who is gone.
"""

import json
import os
import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from filelock import FileLock, Timeout

from gsw_graph.errors import ServerError

MOST_SETTLED = 1 << 20
"""Bytes of settled replies that a file may grow to before it is emptied."""


class Spooled(NamedTuple):
    """A reply as it came."""

    task: str
    """Name of the task."""
    task_uid: str
    keys: list[str]
    """Log keys of the items, in the order of their numbers."""
    text: str
    """What the model said."""
    call: dict[str, Any]
    """The call, for the ledger."""


class Spool:
    """The spooled replies of one workspace on this machine.

    Args:
        folder: Where they are; made when it is needed, for its owner alone.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._name = uuid.uuid4().hex
        self._guard = threading.Lock()
        self._file: TextIO | None = None
        self._mine: FileLock | None = None
        self._open = 0

    def open(self) -> None:
        """Make the file, so that a folder that cannot be written is met before anything is paid.

        Raises:
            ServerError: The folder cannot be written.
        """
        with self._guard, self._told():
            self._file = self._file or self._opened()

    def add(self, reply: Spooled) -> None:
        """Write a reply down.

        Args:
            reply: What just came.

        Raises:
            ServerError: The folder cannot be written.
        """
        line = json.dumps(reply._asdict(), ensure_ascii=True)
        with self._guard, self._told():
            file = self._file or self._opened()
            file.write(line + "\n")
            file.flush()
            self._open += 1

    def settle(self) -> None:
        """Learn that the log has one more of the replies."""
        with self._guard:
            self._open -= 1
            if not self._open and self._file and self._file.tell() > MOST_SETTLED:
                self._file.truncate(0)
                self._file.seek(0)

    def close(self) -> None:
        """Remove the file if the log has all that was in it, and give it up."""
        with self._guard:
            if self._file and self._mine:
                self._file.close()
                if not self._open:
                    self._path.unlink(missing_ok=True)
                self._mine.release()
                if not self._open:
                    Path(self._mine.lock_file).unlink(missing_ok=True)
            self._file = self._mine = None

    def left(self) -> Iterator[tuple[Path, list[Spooled]]]:
        """Yield each file that somebody left, with its replies; it is ours until the next is asked for.

        A file that its user then has removed is gone; the others stay for another run.
        """
        for path in sorted(self._folder.glob("*.jsonl")):
            lock = FileLock(f"{path}.lock", timeout=0)
            try:
                with lock:
                    if path.is_file():
                        yield path, list(_read(path))
                    left = not path.exists()
            except Timeout:
                continue
            if left:
                Path(lock.lock_file).unlink(missing_ok=True)

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Say of what goes wrong with the folder what can be done about it."""
        try:
            yield
        except OSError as error:
            raise ServerError(
                f"Replies cannot be kept in {self._folder}: {error.strerror}.",
                hint="make room there, or choose another folder with --home",
            ) from error

    @property
    def _path(self) -> Path:
        return self._folder / f"{self._name}.jsonl"

    def _opened(self) -> TextIO:
        """Open the file, locked, readable by its owner alone."""
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._mine = FileLock(f"{self._path}.lock", timeout=0, thread_local=False)
        self._mine.acquire()
        descriptor = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        self._file = os.fdopen(descriptor, "w", encoding="ascii")
        return self._file


def _read(path: Path) -> Iterator[Spooled]:
    """Yield the replies of a file; a last line that was cut off was never a reply."""
    for line in path.read_text(encoding="ascii", errors="replace").splitlines():
        try:
            yield Spooled(**json.loads(line))
        except (ValueError, TypeError):
            continue
