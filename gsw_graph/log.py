"""The log: the one thing that is not recomputable, and the ledger of what is done, pending or failed (system.md §4).

An entry is claimed before the work and completed in the transaction that writes its told layer, so writers that meet
never do the same work twice, and a killed one leaves nothing half done: its claim is taken over by the next run.

Nobody waits for another while it holds finished work back: that is what keeps writers that share passages from waiting
for each other in a circle.
"""

import hashlib
import json
import os
import socket
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import psutil
from neo4j.exceptions import DriverError

from gsw_graph.errors import OperatorError, ServerError
from gsw_graph.graph import Graph, Row, Transaction
from gsw_graph.records import SCHEMA_VERSION, Chunk, Extraction, content_uid

LEASE = timedelta(minutes=10)
"""How long a claim of another machine is respected."""
CLOCK_SECONDS = 2
"""How far a process's start can seem to move when the clock is set."""
_working: set[str] = set()
"""The owners of this process that are at work; a claim of another of its owners was left behind by an error."""


def now() -> datetime:
    """Return the present moment, in UTC."""
    return datetime.now(UTC)


def _instant(stored: Any) -> datetime:
    """Return a stored moment as it was given: the driver hands out, and would write back, another kind of zone."""
    moment: datetime = stored.to_native()
    return moment.astimezone(UTC)


def reading_key(chunk: Chunk, operator: str) -> str:
    """Return the log key of reading a chunk: the same input is never read twice.

    Args:
        chunk: The chunk with its annotations.
        operator: Exact name of the Operator, which holds its version or model.
    """
    annotations = [annotation.model_dump(mode="json") for annotation in chunk.annotations]
    payload = json.dumps([SCHEMA_VERSION, operator, chunk.text, annotations], ensure_ascii=True, sort_keys=True)
    return "reading:" + hashlib.sha256(payload.encode()).hexdigest()


def document_key(key: str) -> str:
    """Return the log key of a document."""
    return "document:" + content_uid("document", key)


class Entry(NamedTuple):
    """A completed entry."""

    key: str
    payload: str
    recorded_at: datetime


class Log:
    """The log of one workspace, as one writer sees it.

    Args:
        graph: The database.
        workspace: Name of the workspace.
    """

    def __init__(self, graph: Graph, workspace: str) -> None:
        self._graph = graph
        self._workspace = workspace
        started = int(psutil.Process().create_time())
        self.owner = f"{socket.gethostname()}/{os.getpid()}/{started}/{uuid.uuid4().hex[:8]}"

    @contextmanager
    def working(self) -> Iterator[None]:
        """Be an owner whose claims others wait for; what is still claimed at the end is given back.

        If the database is gone, they are left behind: the owner isn't at work any more, and is known not to be.
        """
        _working.add(self.owner)
        gone = False
        try:
            yield
        except ServerError as error:
            gone = isinstance(error.__cause__, DriverError)
            raise
        finally:
            _working.discard(self.owner)
            if not gone:
                self._graph.run("log/release", workspace=self._workspace, owner=self.owner)

    def done(self, keys: Sequence[str]) -> dict[str, Entry]:
        """Return the completed entries among some keys."""
        rows = self._graph.run("log/status", workspace=self._workspace, keys=list(keys))
        done = (row for row in rows if row["status"] == "done")
        return {row["key"]: Entry(row["key"], row["payload"], _instant(row["recorded_at"])) for row in done}

    def claim(self, keys: Sequence[str], kind: str) -> set[str]:
        """Claim keys for this writer and return those that it now owns; the rest are done, or another's.

        Args:
            keys: Log keys.
            kind: What the entries are ("reading").
        """
        ordered = sorted(set(keys))
        rows = self._graph.run("log/status", workspace=self._workspace, keys=ordered)
        gone = sorted({row["claimed_by"] for row in rows if row["status"] == "pending" and self._is_gone(row)})
        taken = self._graph.run(
            "log/claim",
            workspace=self._workspace,
            keys=ordered,
            kind=kind,
            owner=self.owner,
            now=now(),
            gone=gone,
        )
        return {row["key"] for row in taken}

    def complete(self, tx: Transaction, kind: str, operator: str, payloads: dict[str, str], moment: datetime) -> None:
        """Complete entries inside the transaction that writes what they say.

        Args:
            tx: The transaction.
            kind: What the entries are.
            operator: Exact name of the Operator.
            payloads: What was found, as JSON by key.
            moment: When; an entry that stands keeps its own.
        """
        rows: list[Row] = [
            {"key": key, "properties": {"kind": kind, "operator": operator, "payload": payload}}
            for key, payload in sorted(payloads.items())
        ]
        tx.run("log/complete", workspace=self._workspace, rows=rows, now=moment)

    def fail(self, reasons: dict[str, str], kind: str) -> None:
        """Keep failures with their reasons; a later run tries them again."""
        rows = [{"key": key, "reason": reason} for key, reason in sorted(reasons.items())]
        self._graph.run("log/fail", workspace=self._workspace, rows=rows, kind=kind)

    def _is_gone(self, row: Row) -> bool:
        """Say whether a claim's owner no longer lives; another machine's is respected for a while."""
        owner = str(row["claimed_by"])
        host, pid, started, _ = owner.split("/")
        if host != socket.gethostname():
            return bool(row["claimed_at"].to_native() < now() - LEASE)
        if int(pid) == os.getpid():
            return owner not in _working
        try:
            return abs(psutil.Process(int(pid)).create_time() - int(started)) > CLOCK_SECONDS
        except psutil.Error:
            return True


def dump_reading(extraction: Extraction) -> str:
    """Return an extraction as the payload of a log entry.

    Raises:
        OperatorError: It holds characters that cannot be stored.
    """
    try:
        return extraction.model_dump_json(exclude_defaults=True)
    except ValueError as error:
        raise OperatorError(f"The reply cannot be stored: {error}") from None


def load_reading(payload: str) -> Extraction:
    """Return the extraction in the payload of a log entry."""
    return Extraction.model_validate_json(payload)
