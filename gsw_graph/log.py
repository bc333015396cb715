"""The log: the one thing that is not recomputable, and the ledger of what is done, pending or failed (system.md §4).

An entry is claimed before the work and completed in the transaction that writes its told layer, so writers that meet
never do the same work twice, and a killed one leaves nothing half done: its claim is taken over by the next run.
"""

import hashlib
import json
import os
import socket
import uuid
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import psutil

from gsw_graph.graph import Graph, Row, Transaction
from gsw_graph.records import SCHEMA_VERSION, Chunk, Extraction, content_uid

LEASE = timedelta(minutes=10)
"""How long a claim of another machine is respected."""


def now() -> datetime:
    """Return the present moment, in UTC."""
    return datetime.now(UTC)


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
    recorded_at: Any


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

    def done(self, keys: Sequence[str]) -> dict[str, Entry]:
        """Return the completed entries among some keys."""
        rows = self._graph.run("log/status", workspace=self._workspace, keys=list(keys))
        return {
            row["key"]: Entry(row["key"], row["payload"], row["recorded_at"]) for row in rows if row["status"] == "done"
        }

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
        host, pid, started, _ = str(row["claimed_by"] or "///").split("/")
        if host != socket.gethostname():
            return bool(row["claimed_at"].to_native() < now() - LEASE)
        try:
            return int(psutil.Process(int(pid)).create_time()) != int(started)
        except (psutil.Error, ValueError):
            return True


def dump_reading(extraction: Extraction) -> str:
    """Return an extraction as the payload of a log entry."""
    return extraction.model_dump_json(exclude_defaults=True)


def load_reading(payload: str) -> Extraction:
    """Return the extraction in the payload of a log entry."""
    return Extraction.model_validate_json(payload)
