"""The road from a text to the memory: read, annotate, extract, log, told layer, held layer."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, NamedTuple

from gsw_graph import text
from gsw_graph.aliases import complete_names
from gsw_graph.embed import Embedder
from gsw_graph.errors import GSWError, InputError, OperatorError
from gsw_graph.extract import Operator
from gsw_graph.graph import Graph, Row, Transaction
from gsw_graph.log import Log, document_key, dump_reading, load_reading, now, reading_key
from gsw_graph.reconcile import reconcile
from gsw_graph.reconcile.removal import empty, sweep, withdraw
from gsw_graph.records import Chapter, Chunk, Document, Extraction
from gsw_graph.restore import BATCH, Progress, vector_rows, write_source
from gsw_graph.source import Source, with_parts
from gsw_graph.told import Reading, Rows, ToldRows, write_rows

WINDOW = 240
"""Chunks of a chapter that are annotated together, so that a text without chapters needs no more memory."""
WAIT_SECONDS = 0.2
MOST_REASON = 1000
"""Characters of a failure's reason that are kept."""


class DocumentReport(NamedTuple):
    """What became of one document."""

    key: str
    status: str
    """done, unchanged, skipped or failed."""
    reason: str = ""
    chunks: int = 0
    read: int = 0
    """Chunks that the Operator read in this run; the others were in the log."""
    failed: int = 0
    refused: int = 0
    """Records that were refused since their quote isn't where they say."""
    seconds: float = 0.0
    notes: tuple[str, ...] = ()


class _Tally:
    """Counts what a document's batches do."""

    def __init__(self) -> None:
        self.read = 0
        self.failed = 0
        self.refused = 0


class Ingest:
    """Takes documents into one workspace.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        operator: Who reads the chunks.
        embedder: Who makes their vectors.
        chapter_pattern: Regular expression of a chapter's heading; "" for the usual ones.
        progress: Called as chunks are done.
    """

    def __init__(
        self,
        graph: Graph,
        workspace: str,
        operator: Operator,
        embedder: Embedder,
        *,
        chapter_pattern: str = "",
        progress: Callable[[Progress], None] = lambda _: None,
    ) -> None:
        self._graph = graph
        self._workspace = workspace
        self._operator = operator
        self._embedder = embedder
        self._pattern = chapter_pattern
        self._progress = progress
        self._log = Log(graph, workspace)

    def add(self, document: Document) -> DocumentReport:
        """Take a document in: new, revised, or where a killed run left it; unchanged it costs one look-up.

        Args:
            document: What was read.

        Raises:
            InputError: Its key belongs to a document from elsewhere.
            OperatorError: The Operator cannot read a chapter of it.
        """
        started = time.monotonic()
        source = Source(document=document, operator=self._operator.name, pattern=self._pattern)
        stored = self._stored(self._graph, document)
        if stored and _is_same(stored, source) and stored["unfinished"] == 0:
            return DocumentReport(document.key, "unchanged", chunks=stored["chunks"], notes=document.notes)
        source, chunks = self._sourced(source)
        with self._log.working():
            if stored and not _is_same(stored, source):
                empty(self._graph, self._workspace, stored)
            self._write_source(source)
            if stored:
                sweep(self._graph, self._workspace)
            tally = self._read(source, chunks)
        status, reason = ("skipped", source.reason) if source.reason else ("done", "")
        if tally.failed:
            status, reason = "failed", f"{tally.failed} of {len(chunks)} chunks failed"
        return DocumentReport(
            document.key,
            status,
            reason,
            len(chunks),
            tally.read,
            tally.failed,
            tally.refused,
            time.monotonic() - started,
            document.notes,
        )

    def _stored(self, reader: Graph | Transaction, document: Document) -> Row | None:
        """Return what the workspace holds under the document's key."""
        rows = reader.run("read/document", workspace=self._workspace, uid=document.uid)
        if rows and rows[0]["origin"] != document.origin:
            raise InputError(
                f"The key {document.key!r} belongs to {rows[0]['origin']}; {document.origin} is another document.",
                hint=f"--as another-name, or 'gsw forget {document.key}' first",
            )
        return rows[0] if rows else None

    def _sourced(self, source: Source) -> tuple[Source, list[Chunk]]:
        """Divide a document into annotated chunks."""
        if not source.document.text.strip():
            return source.model_copy(update={"reason": "empty"}), []
        chapters = text.chapters(source.document, self._pattern or None)
        chunks = complete_names([chunk for chapter in chapters for chunk in self._annotated(chapter)])
        if not chunks:
            return source.model_copy(update={"reason": "empty"}), []
        entries = [reading_key(chunk, self._operator.name) for chunk in chunks]
        return with_parts(source, chapters, chunks, entries), chunks

    def _annotated(self, chapter: Chapter) -> Iterator[Chunk]:
        """Yield the chunks of a chapter with their annotations; scenes are numbered through."""
        chunks = text.chunks(chapter)
        offset = 0
        for start in range(0, len(chunks), WINDOW):
            try:
                window = self._operator.annotate(chapter, chunks[start : start + WINDOW])
            except GSWError:
                raise
            except Exception as error:
                raise OperatorError(
                    f"The Operator {self._operator.name} cannot read chapter {chapter.index} of {chapter.document}: "
                    f"{_reason(error)}"
                ) from error
            yield from (chunk.model_copy(update={"scene": chunk.scene + offset}) for chunk in window)
            offset += max(chunk.scene for chunk in window) + 1

    def _write_source(self, source: Source) -> None:
        """Log a document and write its parts; an earlier version of it is withdrawn first.

        Completing the document's entry takes its lock, so what is read after it stays so until the end.
        """
        document = source.document

        def work(tx: Transaction) -> None:
            payload = {document_key(document.key): source.model_dump_json()}
            self._log.complete(tx, "document", source.operator, payload, now())
            stored = self._stored(tx, document)
            if stored and not _is_same(stored, source):
                withdraw(tx, self._workspace, document.uid)
            write_source(tx, self._workspace, source)
            if stored:
                keys = sorted(set(stored["entries"]) - set(source.entries))
                tx.run("log/redact_unused", workspace=self._workspace, keys=keys, now=now())

        self._graph.transact(work)

    def _read(self, source: Source, chunks: list[Chunk]) -> _Tally:
        """Read the chunks that the ledger does not have as held, writing one batch while the next is read."""
        tally = _Tally()
        rows = self._graph.run(
            "read/chunks",
            workspace=self._workspace,
            document=source.document.uid,
            statuses=["pending", "read", "failed"],
        )
        wanted = {row["uid"] for row in rows}
        todo = [chunk for chunk in chunks if chunk.uid in wanted]
        told = ToldRows(source.document.text, chunks)
        written: Future[None] | None = None
        with ThreadPoolExecutor(1) as writer:
            for start in range(0, len(todo), BATCH):
                batch = self._batch(todo[start : start + BATCH], told, tally)
                if written:
                    written.result()
                written = writer.submit(self._write, batch)
                done = len(chunks) - len(todo) + min(start + BATCH, len(todo))
                self._progress(Progress(source.document.key, done, len(chunks)))
            if written:
                written.result()
        return tally

    def _batch(self, chunks: list[Chunk], told: ToldRows, tally: _Tally) -> "_Batch":
        """Bring the readings of some chunks together: out of the log, by our own work, or from another writer."""
        keys = {chunk.uid: reading_key(chunk, self._operator.name) for chunk in chunks}
        entries = self._log.done(list(keys.values()))
        fresh: dict[str, Extraction] = {}
        failures: dict[str, str] = {}
        while missing := set(keys.values()) - entries.keys() - fresh.keys() - failures.keys():
            owned = self._log.claim(sorted(missing), "reading")
            for chunk in chunks:
                key = keys[chunk.uid]
                if key in owned and key not in fresh and key not in failures:
                    self._extract(chunk, key, fresh, failures)
            if owned and missing - owned:
                self._let_go(fresh, failures)
            entries |= self._log.done(sorted(missing - owned))
            if not owned and not entries.keys() & missing:
                time.sleep(WAIT_SECONDS)
        if failures:
            self._log.fail(failures, "reading")
        extractions = fresh | {key: load_reading(entry.payload) for key, entry in entries.items()}
        readings = [Reading(chunk, extractions[keys[chunk.uid]]) for chunk in chunks if keys[chunk.uid] in extractions]
        rows = told.rows(readings)
        failed = {uid: failures[key] for uid, key in keys.items() if key in failures}
        tally.read += len(fresh)
        tally.failed += len(failed)
        tally.refused += sum(len(reasons) for reasons in rows.refused.values())
        recorded = {uid: entries[key].recorded_at for uid, key in keys.items() if key in entries}
        vectors = vector_rows(self._embedder, readings)
        return _Batch(chunks[0].document, readings, rows, fresh, recorded, failed, vectors)

    def _extract(self, chunk: Chunk, key: str, fresh: dict[str, Extraction], failures: dict[str, str]) -> None:
        """Read one chunk; whatever goes wrong with it is kept as its failure, and the others go on."""
        try:
            extraction = self._operator.extract(chunk)
            dump_reading(extraction)  # what cannot be logged has failed
            fresh[key] = extraction
        except Exception as error:  # the reason goes to the ledger, the exit code tells
            failures[key] = _reason(error)

    def _let_go(self, fresh: dict[str, Extraction], failures: dict[str, str]) -> None:
        """Complete what is read before waiting for others, who may wait for it."""
        payloads = {key: dump_reading(extraction) for key, extraction in fresh.items()}
        self._graph.transact(lambda tx: self._log.complete(tx, "reading", self._operator.name, payloads, now()))
        self._log.fail(failures, "reading")

    def _write(self, batch: "_Batch") -> None:
        """Log and tell a batch in one transaction, then let the held layer follow."""
        document = document_key(batch.document)

        def work(tx: Transaction) -> None:
            moment = now()
            tx.run("log/lock", workspace=self._workspace, key=document)
            payloads = {key: dump_reading(extraction) for key, extraction in batch.fresh.items()}
            self._log.complete(tx, "reading", self._operator.name, payloads, moment)
            recorded = {reading.chunk.uid: moment for reading in batch.readings} | batch.recorded
            write_rows(tx, self._workspace, batch.rows, recorded)
            tx.run("write/vectors", workspace=self._workspace, rows=batch.vectors)
            failed = [
                {"uid": uid, "status": "failed", "reason": reason, "refused": 0} for uid, reason in batch.failed.items()
            ]
            tx.run("write/chunk_status", workspace=self._workspace, rows=failed)

        self._graph.transact(work)
        reconcile(self._graph, self._workspace, [reading.chunk.uid for reading in batch.readings])


class _Batch(NamedTuple):
    """What one write takes."""

    document: str
    """Key of the document."""
    readings: list[Reading]
    rows: Rows
    fresh: dict[str, Extraction]
    """Read by us, by log key."""
    recorded: dict[str, Any]
    """When the others were recorded, by chunk uid."""
    failed: dict[str, str]
    """Reasons, by chunk uid."""
    vectors: list[Row]


def _is_same(stored: Row, source: Source) -> bool:
    """Say whether what is stored of a document is what would be read of it now."""
    now_read = (source.sha256, source.operator, source.pattern, source.document.dated)
    return (stored["sha256"], stored["operator"], stored["pattern"], stored["dated"]) == now_read


def _reason(error: Exception) -> str:
    """Return why something failed, in characters that can be stored."""
    return f"{type(error).__name__}: {error}"[:MOST_REASON].encode(errors="replace").decode()


__all__ = ["DocumentReport", "Ingest", "Progress"]
