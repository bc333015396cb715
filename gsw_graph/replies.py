"""What models have said, and what it cost: the log as the store of replies and as their ledger.

A reply is claimed before the call and kept, with the call's tokens and cost, in one transaction. Many threads ask side
by side; one thread writes for them all, whatever has come together since its last transaction in the next.
"""

import queue
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Set
from concurrent.futures import Future
from contextlib import contextmanager
from typing import NamedTuple, TypeAlias

from gsw_graph.graph import Graph, Row, Transaction
from gsw_graph.llm.caller import Call
from gsw_graph.llm.store import Taken
from gsw_graph.llm.tasks import Task
from gsw_graph.log import Log, now

MOST_JOBS = 256
"""Jobs that one transaction takes."""
IN_A_BATCH = "It is in a batch that is under way: 'gsw ingest --batch' waits for it, 'gsw batch cancel' gives it up."
"""Why an input is not asked for that a batch holds: a day is too long to wait for it."""
GATHER_SECONDS = 0.02
"""How long others have to join a job's transaction: each one costs client and database more than what is in it."""


class _Take(NamedTuple):
    """Somebody wants to know, or to ask."""

    keys: Sequence[str]
    documents: Mapping[str, Set[str]]
    found: Future[Taken]


class _Keep(NamedTuple):
    """Somebody was answered, or not."""

    rows: list[Row]
    call: Call | None
    failures: Mapping[str, str]
    settled: Callable[[], None]
    freed: Set[str] = frozenset()


_Job: TypeAlias = _Take | _Keep | None


class Replies:
    """The replies of one workspace, as one process sees them.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        log: The log, as this writer sees it.
        model: Exact name of the model that is asked.
        run: Name of this run in the ledger.
    """

    def __init__(self, graph: Graph, workspace: str, log: Log, *, model: str, run: str) -> None:
        self._graph = graph
        self._workspace = workspace
        self._log = log
        self._model = model
        self._run = run
        self._jobs: queue.Queue[_Job] = queue.Queue()
        self._asked: set[str] = set()
        self._failed: dict[str, str] = {}
        self._error: Exception | None = None

    @contextmanager
    def open(self) -> Iterator[None]:
        """Write for as long as the context lasts, and at its end what is still to be written.

        Raises:
            ServerError: Something that was said to be kept could not be.
        """
        thread = threading.Thread(target=self._write_all, name="replies", daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._jobs.put(None)
            thread.join()
        self._check()

    def take(self, keys: Sequence[str], documents: Mapping[str, Set[str]] | None = None) -> Taken:
        """Return which replies are there, which have failed in this run, and which are now ours to ask for.

        Args:
            keys: Log keys of replies.
            documents: Log keys of the documents whose texts they are about, by reply, as far as they are of any.

        Raises:
            ServerError: The log cannot be written.
        """
        self._check()
        found: Future[Taken] = Future()
        self._jobs.put(_Take(keys, documents or {}, found))
        return found.result()

    def keep(
        self,
        task: Task,
        payloads: Mapping[str, str],
        call: Call | None,
        *,
        failures: Mapping[str, str] | None = None,
        settled: Callable[[], None] = lambda: None,
    ) -> None:
        """Keep replies and their call; returns at once.

        Args:
            task: What was asked.
            payloads: The valid replies as JSON, by key.
            call: What it cost; None if that is kept already.
            failures: Why others have none, by key; they can be asked for again in another run.
            settled: Called when all is stored.

        Raises:
            ServerError: Something that was to be kept before could not be.
        """
        self._check()
        model, resolved = (call.model, call.resolved) if call else (self._model, "")
        properties = {"task": task.name, "task_uid": task.uid, "model": model, "resolved": resolved}
        rows = [{"key": key, "properties": {**properties, "payload": payload}} for key, payload in payloads.items()]
        self._jobs.put(_Keep(rows, call, failures or {}, settled))

    def count(self, call: Call) -> None:
        """Keep a call that brought no reply in the ledger; one that brought one is kept with it.

        Args:
            call: What was asked, and what came of it.
        """
        if call.status == "failed" and not self._error:
            self._jobs.put(_Keep([], call, {}, lambda: None))

    def give_back(self, keys: Set[str]) -> None:
        """Let inputs be asked for again that were ours to ask for.

        Args:
            keys: Log keys of replies.
        """
        self._jobs.put(_Keep([], None, {}, lambda: None, keys))

    def flush(self) -> None:
        """Wait until all that was to be kept is stored."""
        self.take(())

    def _check(self) -> None:
        if self._error:
            raise self._error

    def _write_all(self) -> None:
        """Do the jobs, those that have come together in one transaction."""
        going = True
        while going:
            jobs = [self._jobs.get()]
            time.sleep(GATHER_SECONDS)
            while len(jobs) < MOST_JOBS and not self._jobs.empty():
                jobs.append(self._jobs.get())
            going = None not in jobs
            self._write([job for job in jobs if job is not None])

    def _write(self, jobs: Sequence[_Take | _Keep]) -> None:
        """Store what was said, then see what is there and what can be asked for."""
        takes = [job for job in jobs if isinstance(job, _Take)]
        keeps = [job for job in jobs if isinstance(job, _Keep)]
        try:
            if self._error:
                raise self._error
            stored, owned, batched = self._graph.transact(lambda tx: self._apply(tx, takes, keeps))
        except Exception as error:  # whoever asks next is told; their replies are still spooled
            self._error = error
            for take in takes:
                take.found.set_exception(error)
            return
        for keep in keeps:
            self._failed |= keep.failures
            self._asked -= {row["key"] for row in keep.rows} | keep.failures.keys() | keep.freed
            keep.settled()
        for take in takes:
            take.found.set_result(self._taken(take.keys, stored, owned, batched))

    def _taken(self, keys: Sequence[str], stored: dict[str, str], owned: set[str], batched: set[str]) -> Taken:
        """Say what one asker gets of what was found for all of them."""
        done = {key: stored[key] for key in keys if key in stored}
        failed = {key: self._failed[key] for key in keys if key in self._failed and key not in stored}
        failed |= dict.fromkeys(batched.intersection(keys) - failed.keys(), IN_A_BATCH)
        mine = {key for key in keys if key in owned} - self._asked - failed.keys()
        self._asked |= mine
        return Taken(done, failed, mine)

    def _apply(
        self, tx: Transaction, takes: Sequence[_Take], keeps: Sequence[_Keep]
    ) -> tuple[dict[str, str], set[str], set[str]]:
        """Write what is to be kept, claim what is missing, and see what of it batches hold, in one transaction."""
        self._log.keep_turn(tx)
        moment = now()
        failures = {key: reason for keep in keeps for key, reason in keep.failures.items()}
        replies = sorted((row for keep in keeps for row in keep.rows), key=lambda row: str(row["key"]))
        calls = [_call_row(keep.call, self._run) for keep in keeps if keep.call]
        if replies:
            tx.run("log/keep_replies", workspace=self._workspace, rows=replies, now=moment)
        if calls:
            tx.run("log/keep_calls", workspace=self._workspace, rows=calls, now=moment)
        if failures:
            rows: list[Row] = [{"key": key, "reason": reason} for key, reason in sorted(failures.items())]
            tx.run("log/fail", workspace=self._workspace, rows=rows, kind="reply")
        wanted = sorted({key for take in takes for key in take.keys})
        if not wanted:
            return {}, set(), set()
        stored = {key: entry.payload for key, entry in self._log.done_in(tx, wanted).items()}
        settled = stored.keys() | self._failed.keys() | self._asked
        missing = [key for key in wanted if key not in settled]
        owned = self._log.claim_in(tx, missing, "reply") if missing else set()
        documents: dict[str, set[str]] = {}
        for take in takes:
            for key, of in take.documents.items():
                documents.setdefault(key, set()).update(of)
        self._log.own(documents, tx)
        others = [key for key in missing if key not in owned]
        found = tx.run("log/status", workspace=self._workspace, keys=others) if others else []
        return stored, owned, {row["key"] for row in found if row["status"] == "batched"}


def _call_row(call: Call, run: str) -> Row:
    """Return the ledger's row of a call."""
    properties = call._asdict()
    return {"key": f"call:{properties.pop('uid')}", "properties": {**properties, "run": run}}


def mark_replies(graph: Graph, workspace: str, readings: Mapping[str, Collection[str]]) -> None:
    """Let the log remember on which readings some replies rest: they are redacted with any of these.

    A summary, answer or verdict that is not marked goes with any text that goes.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        readings: Log keys of readings, by a reply's log key.
    """
    rows: list[Row] = [{"key": key, "readings": sorted(rest)} for key, rest in sorted(readings.items())]
    if rows:
        graph.run("log/mark_replies", workspace=workspace, rows=rows, now=now())
