"""The log: the one thing that is not recomputable, and the ledger of what is done, pending or failed (system.md §4).

An entry is claimed before the work and completed in the transaction that writes its told layer, so writers that meet
never do the same work twice, and a killed one leaves nothing half done: its claim is taken over by the next run.

Nobody waits for another while it holds finished work back, so that writers never wait for each other in a circle.

Who works in a workspace has a turn in its log. Writers bear each other; a rebuild takes its turn alone. Whoever works
renews its turn and claims, so one that is silent for long is taken for gone; and before it writes again it finds its
turn ended, and stops.
"""

import os
import socket
import threading
import time
import uuid
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from typing import Any, Literal, NamedTuple

import psutil
from neo4j.exceptions import DriverError

from gsw_graph.errors import GSWError, ServerError
from gsw_graph.graph import Graph, Row, Transaction

Work = Literal["writer", "rebuild"]
LEASE, RENEWALS = timedelta(minutes=10), 5
"""How long a claim or turn is respected that nobody renews, and how often whoever works renews its own in that time."""
PATIENCE = timedelta(seconds=30)
"""How long a turn is waited for."""
POLL_SECONDS = 0.2
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
        self._turn = f"turn:{uuid.uuid4().hex}"
        self._has_turn = False

    @contextmanager
    def working(self, work: Work = "writer") -> Iterator[None]:
        """Have a turn, and claims that others wait for; what is still claimed at the end is given back.

        If the database is gone, they are left behind: the owner isn't at work any more, and is known not to be.

        Args:
            work: What the turn is for: writers bear each other, a rebuild is alone.

        Raises:
            ServerError: Others who live are at work, and don't end soon.
        """
        _working.add(self.owner)
        gone = False
        try:
            self._enter(work)
            with self._renewing():
                yield
        except ServerError as error:
            gone = isinstance(error.__cause__, DriverError)
            raise
        finally:
            _working.discard(self.owner)
            self._has_turn = False
            if not gone:
                self._graph.transact(self._leave)

    def _enter(self, work: Work) -> None:
        """Wait for a turn and take it."""
        until = time.monotonic() + PATIENCE.total_seconds()
        while others := self._graph.transact(lambda tx: self._take_turn(tx, work)):
            if time.monotonic() >= until:
                host, pid, *_ = str(others[0]["claimed_by"]).split("/")
                does = "rebuilds" if others[0]["kind"] == "rebuild" else "writes to"
                raise ServerError(
                    f"The process {pid} on {host} {does} the workspace {self._workspace!r}, and rebuilds are alone.",
                    hint="the same command again when that has ended",
                )
            time.sleep(POLL_SECONDS)
        self._has_turn = True

    def _take_turn(self, tx: Transaction, work: Work) -> list[Row]:
        """Take a turn, or return those who live and stand against it."""
        tx.run("log/gate", workspace=self._workspace)
        turns = tx.run("log/turns", workspace=self._workspace)
        gone = [row["key"] for row in turns if self.is_gone(row)]
        against = [row for row in turns if row["key"] not in gone and "rebuild" in (work, row["kind"])]
        if not against:
            tx.run(
                "log/take_turn",
                workspace=self._workspace,
                key=self._turn,
                kind=work,
                owner=self.owner,
                now=now(),
                gone=gone,
            )
        return against

    @contextmanager
    def _renewing(self) -> Iterator[None]:
        """Renew turn and claims for as long as the work takes."""
        ended = threading.Event()

        def renew() -> None:
            while not ended.wait(max(LEASE.total_seconds() / RENEWALS, POLL_SECONDS)):
                with suppress(GSWError):  # whoever works will be told the same
                    self._graph.run("log/renew", workspace=self._workspace, owner=self.owner, now=now())

        thread = threading.Thread(target=renew, daemon=True)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join(1)

    def _leave(self, tx: Transaction) -> None:
        """Give claims back and end the turn."""
        tx.run("log/release", workspace=self._workspace, owner=self.owner)
        tx.run("log/end_turn", workspace=self._workspace, key=self._turn)

    def keep_turn(self, tx: Transaction) -> None:
        """Make sure that the turn is still ours until a transaction ends.

        Args:
            tx: The transaction.

        Raises:
            ServerError: Nothing was heard of us for so long that others went on.
        """
        if self._has_turn and not tx.run("log/keep_turn", workspace=self._workspace, key=self._turn, now=now()):
            raise ServerError(
                f"Nothing was heard of this process for so long that others went on in {self._workspace!r}.",
                hint="the same command again",
            )

    def done(self, keys: Sequence[str]) -> dict[str, Entry]:
        """Return the completed entries among some keys."""
        return self._graph.transact(lambda tx: self.done_in(tx, keys))

    def missing(self, keys: Sequence[str]) -> set[str]:
        """Return those of some keys that have no completed entry."""
        return {row["key"] for row in self._graph.run("log/missing", workspace=self._workspace, keys=list(keys))}

    def done_in(self, tx: Transaction, keys: Sequence[str]) -> dict[str, Entry]:
        """Return the completed entries among some keys, as a transaction sees them."""
        rows = tx.run("log/status", workspace=self._workspace, keys=list(keys))
        found = (Entry(row["key"], row["payload"], row["recorded_at"]) for row in rows if row["status"] == "done")
        return {entry.key: entry._replace(recorded_at=_instant(entry.recorded_at)) for entry in found}

    def claim(self, keys: Sequence[str], kind: str) -> set[str]:
        """Claim keys for this writer and return those that it now owns; the rest are done, or another's.

        Args:
            keys: Log keys.
            kind: What the entries are ("reading").
        """
        return self._graph.transact(lambda tx: self.claim_in(tx, keys, kind))

    def claim_in(self, tx: Transaction, keys: Sequence[str], kind: str) -> set[str]:
        """Claim keys as part of a transaction."""
        ordered = sorted(set(keys))
        rows = tx.run("log/status", workspace=self._workspace, keys=ordered)
        gone = sorted({row["claimed_by"] for row in rows if row["status"] == "pending" and self.is_gone(row)})
        mine = {"kind": kind, "owner": self.owner, "now": now(), "gone": gone}
        taken = tx.run("log/claim", workspace=self._workspace, keys=ordered, **mine)
        return {row["key"] for row in taken}

    def complete(
        self,
        tx: Transaction,
        kind: str,
        operator: str,
        payloads: Mapping[str, str],
        moment: datetime,
        *,
        replies: Mapping[str, Sequence[str]] | None = None,
        same: Collection[str] = (),
    ) -> None:
        """Complete entries inside the transaction that writes what they say.

        Args:
            tx: The transaction.
            kind: What the entries are.
            operator: Exact name of the Operator.
            payloads: What was found, as JSON by key.
            moment: When; an entry that stands keeps its own.
            replies: Log keys of what a model said from which an entry was made, by key.
            same: Keys of entries whose text stays: what a model said of it before is kept.

        Raises:
            ServerError: The turn has ended meanwhile.
        """
        self.keep_turn(tx)
        rows: list[Row] = []
        for key, payload in sorted(payloads.items()):
            made_from = {"replies": list(replies[key])} if replies and replies.get(key) else {}
            rows.append(
                {"key": key, "properties": {"kind": kind, "operator": operator, "payload": payload, **made_from}}
            )
        found = tx.run("log/complete", workspace=self._workspace, rows=rows, now=moment)
        self._drop(tx, [key for row in found if row["key"] not in same for key in row["dropped"]])

    def redact(self, tx: Transaction, readings: Sequence[str], *, document: str = "", same: bool = False) -> None:
        """Redact what the log holds of texts that are gone: tombstones stay.

        Summaries, answers and verdicts of a model go with any reading that they rest on, and all of them with a
        document: a name that only it gave may be in any. So does what was said of it and not used, but nothing else's.

        Args:
            tx: The transaction.
            readings: Log keys of readings, of which those stay that a chunk still has.
            document: Log key of a document that goes too.
            same: Whether the text stays and is read by another: what a model said of it is kept for its return.
        """
        here = {"workspace": self._workspace, "now": now()}
        found = tx.run("log/redact", key=document, **here) if document else []
        found += tx.run("log/redact_unused", keys=sorted(readings), **here)
        self._drop(tx, (key for row in found if not same for key in row["replies"]))
        if document:
            said = {row["key"] for row in tx.run("log/disown_replies", workspace=self._workspace, document=document)}
            self._drop(tx, said - {row["key"] for row in tx.run("log/used_replies", workspace=self._workspace)})
        tx.run("log/redact_answers", gone=sorted(readings), all=bool(document), **here)

    def own(self, documents: Mapping[str, Iterable[str]], tx: Transaction | None = None) -> None:
        """Remember of which documents a model's replies are, also of those that are still to come.

        Args:
            documents: Log keys of documents, by a reply's log key.
            tx: The transaction; its own if none is given.
        """
        rows: list[Row] = [{"key": key, "documents": sorted(of)} for key, of in sorted(documents.items()) if of]
        if rows:
            (tx or self._graph).run("log/own_replies", workspace=self._workspace, rows=rows)

    def _drop(self, tx: Transaction, replies: Iterable[str]) -> None:
        """Redact what a model said, if nothing stands on it any more."""
        if keys := sorted(set(replies)):
            tx.run("log/redact_replies", workspace=self._workspace, keys=keys, now=now())

    def fail(self, reasons: dict[str, str], kind: str) -> None:
        """Keep failures with their reasons; a later run tries them again."""
        rows = [{"key": key, "reason": why} for key, why in sorted(reasons.items())]
        self._graph.run("log/fail", workspace=self._workspace, rows=rows, kind=kind)

    def is_gone(self, row: Row) -> bool:
        """Say whether an owner no longer lives, or no longer renews what it has.

        Args:
            row: The owner ("claimed_by") of a turn or claim, and when it last renewed that ("claimed_at").
        """
        if row["claimed_by"] is None or row["claimed_at"] is None:
            return False  # it was given back while it was read
        host, pid, started, _ = str(row["claimed_by"]).split("/")
        if row["claimed_at"].to_native() < now() - LEASE:
            return True
        if host != socket.gethostname():
            return False
        if int(pid) == os.getpid():
            return row["claimed_by"] not in _working
        try:
            return abs(psutil.Process(int(pid)).create_time() - int(started)) > CLOCK_SECONDS
        except psutil.Error:
            return True
