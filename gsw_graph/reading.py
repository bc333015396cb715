"""Reading chunks: out of the log, by our Operator, or by another writer; one batch is written while the next is read.

A batch may hold chunks of several documents, so that many small texts cost no more statements than a long one.
"""

import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import nullcontext, suppress
from datetime import datetime
from typing import Any, NamedTuple, Self

from gsw_graph.embed import Embedder
from gsw_graph.errors import BudgetError, GSWError, ModelError, ServerError
from gsw_graph.extract import Operator
from gsw_graph.graph import Graph, Row, Transaction
from gsw_graph.log import Log, now
from gsw_graph.logged import document_key, dump_reading, load_reading, reading_key
from gsw_graph.reconcile import reconcile
from gsw_graph.reconcile.removal import sweep
from gsw_graph.records import Chunk, Extraction
from gsw_graph.restore import BATCH, vector_rows
from gsw_graph.told import Reading, Rows, ToldRows, joined, write_rows

STOPS = (ModelError, BudgetError, ServerError)
"""What is wrong with more than the chunk that is being read: no other is tried after it."""
WAIT_SECONDS = 0.2
MOST_REASON = 1000
"""Characters of a failure's reason that are kept."""


class Tally:
    """Counts what becomes of a document's chunks."""

    def __init__(self) -> None:
        self.done = 0
        self.read = 0
        self.failed = 0
        self.refused = 0


class Todo(NamedTuple):
    """The chunks of one document that are to be read."""

    chunks: list[Chunk]
    told: ToldRows
    tally: Tally


class Reader:
    """Reads chunks into one workspace; as a context manager it ends when all is written.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        operator: Who reads the chunks.
        embedder: Who makes their vectors.
        log: The log, as this writer sees it.
    """

    def __init__(self, graph: Graph, workspace: str, operator: Operator, embedder: Embedder, log: Log) -> None:
        self._graph = graph
        self._workspace = workspace
        self._operator = operator
        self._embedder = embedder
        self._log = log
        self._writer = ThreadPoolExecutor(1)
        self._written: Future[None] | None = None
        self._in_flight: set[str] = set()
        self._told: list[str] = []

    def __enter__(self) -> Self:
        """Return the reader itself."""
        return self

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        """Wait for what is being written, and hold what is told of chapters that nobody reads on."""
        self._writer.shutdown()
        with suppress(GSWError) if error else nullcontext():  # the first error is the one to be told
            reconcile(self._graph, self._workspace, self._told, partial=True)
            # Another who was killed may have taken whole chapters out that have to follow anew.
            sweep(self._graph, self._workspace, partial=False)

    def read(self, todos: Sequence[Todo]) -> Iterator[None]:
        """Read chunks and yield after each batch, of which the last is still being written.

        Args:
            todos: The chunks, by document.
        """
        pairs = [(chunk, todo) for todo in todos for chunk in todo.chunks]
        for start in range(0, len(pairs), BATCH):
            batch = self._batch(pairs[start : start + BATCH])
            self.finish()
            self._in_flight = set(batch.fresh)
            self._written = self._writer.submit(self._write, batch)
            yield

    def finish(self) -> None:
        """Wait until all that was read is written.

        Raises:
            ServerError: Writing failed.
        """
        if self._written:
            self._written.result()
        self._written = None
        self._in_flight = set()

    def _batch(self, pairs: list[tuple[Chunk, Todo]]) -> "_Batch":
        """Bring the readings of some chunks together: out of the log, by our own work, or from another writer."""
        keys = {chunk.uid: reading_key(chunk, self._operator.name) for chunk, _ in pairs}
        if self._in_flight & set(keys.values()):  # the batch before this one has read the same words
            self.finish()
        fresh, failures, entries = self._readings({keys[chunk.uid]: chunk for chunk, _ in pairs})
        extractions = fresh | {key: load_reading(entry.payload) for key, entry in entries.items()}
        readings: dict[int, list[Reading]] = defaultdict(list)
        counted: set[str] = set()
        for chunk, todo in pairs:
            key = keys[chunk.uid]
            if key in extractions:
                readings[id(todo)].append(Reading(chunk, extractions[key]))
            todo.tally.done += 1
            todo.tally.read += key in fresh and key not in counted
            todo.tally.failed += key in failures
            counted.add(key)
        parts = []
        for todo in {id(todo): todo for _, todo in pairs}.values():
            parts.append(todo.told.rows(readings[id(todo)]))
            todo.tally.refused += sum(len(reasons) for reasons in parts[-1].refused.values())
        every = [reading for some in readings.values() for reading in some]
        return _Batch(
            documents=sorted({document_key(chunk.document) for chunk, _ in pairs}),
            readings=every,
            rows=joined(parts),
            fresh=fresh,
            recorded={uid: entries[key].recorded_at for uid, key in keys.items() if key in entries},
            failed={uid: failures[key] for uid, key in keys.items() if key in failures},
            vectors=vector_rows(self._embedder, every),
        )

    def _readings(self, chunks: dict[str, Chunk]) -> tuple[dict[str, Extraction], dict[str, str], dict[str, Any]]:
        """Return what we read ourselves, why what failed did, and the entries that were or came into the log."""
        entries = self._log.done(list(chunks))
        fresh: dict[str, Extraction] = {}
        failures: dict[str, str] = {}
        while missing := chunks.keys() - entries.keys() - fresh.keys() - failures.keys():
            owned = self._log.claim(sorted(missing), "reading")
            for key, chunk in chunks.items():
                if key in owned:
                    self._extract(chunk, key, fresh, failures)
            if owned and missing - owned:
                self._let_go(fresh, failures)
            entries |= self._log.done(sorted(missing - owned))
            if not owned and not entries.keys() & missing:
                time.sleep(WAIT_SECONDS)
        if failures:
            self._log.fail(failures, "reading")
        return fresh, failures, entries

    def _extract(self, chunk: Chunk, key: str, fresh: dict[str, Extraction], failures: dict[str, str]) -> None:
        """Read one chunk; whatever goes wrong with it is kept as its failure, and the others go on."""
        try:
            extraction = self._operator.extract(chunk)
            dump_reading(extraction)  # what cannot be logged has failed
            fresh[key] = extraction
        except STOPS:
            raise
        except Exception as error:  # the reason goes to the ledger, the exit code tells
            failures[key] = reason(error)

    def _let_go(self, fresh: dict[str, Extraction], failures: dict[str, str]) -> None:
        """Complete what is read before waiting for others, who may wait for it."""
        self._graph.transact(lambda tx: self._complete(tx, fresh, now()))
        self._log.fail(failures, "reading")

    def _complete(self, tx: Transaction, fresh: dict[str, Extraction], moment: datetime) -> None:
        """Log what we have read ourselves."""
        payloads = {key: dump_reading(extraction) for key, extraction in fresh.items()}
        replies = {key: extraction.replies for key, extraction in fresh.items()}
        self._log.complete(tx, "reading", self._operator.name, payloads, moment, replies=replies)

    def _write(self, batch: "_Batch") -> None:
        """Log and tell a batch in one transaction, then let the held layer follow."""

        def work(tx: Transaction) -> None:
            moment = now()
            for document in batch.documents:
                tx.run("log/lock", workspace=self._workspace, key=document)
            self._complete(tx, batch.fresh, moment)
            recorded = {reading.chunk.uid: moment for reading in batch.readings} | batch.recorded
            write_rows(tx, self._workspace, batch.rows, recorded)
            tx.run("write/vectors", workspace=self._workspace, rows=batch.vectors)
            if batch.failed:
                rows = [
                    {"uid": uid, "status": "failed", "reason": why, "refused": 0} for uid, why in batch.failed.items()
                ]
                tx.run("write/chunk_status", workspace=self._workspace, rows=rows)

        self._graph.transact(work)
        told = [reading.chunk.uid for reading in batch.readings]
        self._told += told
        reconcile(self._graph, self._workspace, told)


class _Batch(NamedTuple):
    """What one write takes."""

    documents: list[str]
    """Log keys of the documents, sorted, so that all writers take their locks in one order."""
    readings: list[Reading]
    rows: Rows
    fresh: dict[str, Extraction]
    """Read by us, by log key."""
    recorded: dict[str, Any]
    """When the others were recorded, by chunk uid."""
    failed: dict[str, str]
    """Reasons, by chunk uid."""
    vectors: list[Row]


def reason(error: Exception) -> str:
    """Return why something failed, in characters that can be stored."""
    return f"{type(error).__name__}: {error}"[:MOST_REASON].encode(errors="replace").decode()
