"""The road from a text to the memory: read, annotate, extract, log, told layer, held layer."""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, NamedTuple

from gsw_graph import text
from gsw_graph.embed import Embedder
from gsw_graph.errors import InputError
from gsw_graph.extract import Operator
from gsw_graph.graph import Graph, Row, Transaction
from gsw_graph.log import Log, document_key, dump_reading, load_reading, now, reading_key
from gsw_graph.reconcile import apply, reconcile, withdraw
from gsw_graph.records import Chapter, Chunk, Document, Extraction
from gsw_graph.source import Source, make_source
from gsw_graph.told import Reading, Rows, ToldRows, write_document, write_rows

BATCH = 48
"""Chunks that are read, embedded and written together."""
WINDOW = 240
"""Chunks of a chapter that are annotated together, so that a text without chapters needs no more memory."""
WAIT_SECONDS = 0.2
DROP_BATCH = 5000
LAYERS = (
    *("Summary", "Question", "Date", "Time", "Place", "Space", "Verb", "State", "Role", "Actor"),
    *("Claim", "Mention", "Chapter", "Document"),
)
"""The labels that a rebuild drops; chunks stay for their vectors, and those that no document has go at the end."""


class Progress(NamedTuple):
    """How far the reading of a document is."""

    document: str
    chunks: int
    """Chunks done."""
    total: int
    """Chunks of the document."""


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
        chapter_pattern: Regular expression of a chapter's heading; None for the usual ones.
        progress: Called as chunks are done.
    """

    def __init__(
        self,
        graph: Graph,
        workspace: str,
        operator: Operator,
        embedder: Embedder,
        *,
        chapter_pattern: str | None = None,
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
        """
        started = time.monotonic()
        stored = self._stored(document)
        source = Source(document=document, operator=self._operator.name)
        same = stored is not None and (stored["sha256"], stored["operator"]) == (source.sha256, source.operator)
        if same and stored and stored["unfinished"] == 0:
            return DocumentReport(document.key, "unchanged", chunks=len(stored["entries"]), notes=document.notes)
        chunks: list[Chunk] = []
        if document.text.strip():
            chapters = text.chapters(document, self._pattern)
            chunks = [chunk for chapter in chapters for chunk in self._annotated(chapter)]
            entries = [reading_key(chunk, self._operator.name) for chunk in chunks]
            source = make_source(document, chapters, chunks, entries, self._operator.name)
        if not chunks:
            source = source.model_copy(update={"reason": "empty"})
        self._write_source(source, stored if stored and not same else None)
        tally = self._read(source, chunks)
        if source.reason:
            return DocumentReport(document.key, "skipped", source.reason, notes=document.notes)
        status = "failed" if tally.failed else "done"
        reason = f"{tally.failed} of {len(chunks)} chunks failed" if tally.failed else ""
        seconds = time.monotonic() - started
        return DocumentReport(
            document.key, status, reason, len(chunks), tally.read, tally.failed, tally.refused, seconds, document.notes
        )

    def _stored(self, document: Document) -> Row | None:
        """Return what the workspace holds under the document's key."""
        rows = self._graph.run("read/document", workspace=self._workspace, uid=document.uid)
        if rows and rows[0]["origin"] != document.origin:
            raise InputError(
                f"The key {document.key!r} belongs to {rows[0]['origin']}; {document.origin} is another document.",
                hint=f"--as another-name, or 'gsw forget {document.key}' first",
            )
        return rows[0] if rows else None

    def _annotated(self, chapter: Chapter) -> Iterator[Chunk]:
        """Yield the chunks of a chapter with their annotations; scenes are numbered through."""
        chunks = text.chunks(chapter)
        offset = 0
        for start in range(0, len(chunks), WINDOW):
            window = self._operator.annotate(chapter, chunks[start : start + WINDOW])
            yield from (chunk.model_copy(update={"scene": chunk.scene + offset}) for chunk in window)
            offset += max(chunk.scene for chunk in window) + 1

    def _write_source(self, source: Source, stored: Row | None) -> None:
        """Log a document and write its parts; an earlier version of it is withdrawn first."""

        def work(tx: Transaction) -> None:
            payload = {document_key(source.document.key): source.model_dump_json()}
            self._log.complete(tx, "document", source.operator, payload, now())
            if stored is not None:
                again = withdraw(tx, self._workspace, source.document.uid)
                apply(tx, self._workspace, again)
            write_source(tx, self._workspace, source)
            if stored is not None:
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
            if not owned:
                time.sleep(WAIT_SECONDS)
            entries |= self._log.done(sorted(missing - owned))
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
        return _Batch(readings, rows, fresh, recorded, failed, vector_rows(self._embedder, readings))

    def _extract(self, chunk: Chunk, key: str, fresh: dict[str, Extraction], failures: dict[str, str]) -> None:
        """Read one chunk; whatever goes wrong with it is kept as its failure, and the others go on."""
        try:
            fresh[key] = self._operator.extract(chunk)
        except Exception as error:  # noqa: BLE001 - the reason goes to the ledger, the exit code tells
            failures[key] = f"{type(error).__name__}: {error}"

    def _write(self, batch: "_Batch") -> None:
        """Log and tell a batch in one transaction, then let the held layer follow."""

        def work(tx: Transaction) -> None:
            moment = now()
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

    readings: list[Reading]
    rows: Rows
    fresh: dict[str, Extraction]
    """Read by us, by log key."""
    recorded: dict[str, Any]
    """When the others were recorded, by chunk uid."""
    failed: dict[str, str]
    """Reasons, by chunk uid."""
    vectors: list[Row]


def vector_rows(embedder: Embedder, readings: Sequence[Reading]) -> list[Row]:
    """Return the vectors of some readings' chunks, as rows to write."""
    if not readings:
        return []
    vectors = embedder.embed([reading.chunk.text for reading in readings])
    return [
        {"uid": reading.chunk.uid, "embedding": vector.tolist()}
        for reading, vector in zip(readings, vectors, strict=True)
    ]


def write_source(tx: Transaction, workspace: str, source: Source) -> None:
    """Write the parts of a document into the told layer."""
    properties = {
        "sha256": source.sha256,
        "operator": source.operator,
        "status": "skipped" if source.reason else "read",
        "reason": source.reason or None,
    }
    write_document(
        tx, workspace, source.document, source.full_chapters(), source.full_chunks(), source.entries, properties
    )


def rebuild(graph: Graph, workspace: str, embedder: Embedder, progress: Callable[[Progress], None]) -> int:
    """Drop both layers and make them again from the log, without reading any text anew.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        embedder: Makes the vectors that are missing.
        progress: Called as documents are done.

    Returns:
        How many documents stand.
    """
    for label in LAYERS:
        while graph.run("write/drop_label", workspace=workspace, label=label, limit=DROP_BATCH)[0]["removed"]:
            pass
    entries = graph.run("log/documents", workspace=workspace)
    log = Log(graph, workspace)
    for count, entry in enumerate(entries, 1):
        source = Source.model_validate_json(entry["payload"])
        graph.transact(lambda tx, source=source: write_source(tx, workspace, source))
        _retell(graph, workspace, log, embedder, source)
        progress(Progress(source.document.key, count, len(entries)))
    graph.run("write/drop_orphans", workspace=workspace)
    return len(entries)


def _retell(graph: Graph, workspace: str, log: Log, embedder: Embedder, source: Source) -> None:
    """Write a document's layers from the log."""
    chunks = source.full_chunks()
    told = ToldRows(source.document.text, chunks)
    for start in range(0, len(chunks), BATCH):
        batch, keys = chunks[start : start + BATCH], source.entries[start : start + BATCH]
        entries = log.done(keys)
        pairs = [(chunk, entries[key]) for chunk, key in zip(batch, keys, strict=True) if key in entries]
        readings = [Reading(chunk, load_reading(entry.payload)) for chunk, entry in pairs]
        recorded = {chunk.uid: entry.recorded_at for chunk, entry in pairs}
        uids = [chunk.uid for chunk, _ in pairs]
        have = {row["uid"] for row in graph.run("read/vectors", workspace=workspace, chunks=uids)}
        rows = told.rows(readings)
        vectors = vector_rows(embedder, [reading for reading in readings if reading.chunk.uid not in have])

        def work(tx: Transaction, rows: Rows = rows, recorded: Row = recorded, vectors: list[Row] = vectors) -> None:
            write_rows(tx, workspace, rows, recorded)
            tx.run("write/vectors", workspace=workspace, rows=vectors)

        graph.transact(work)
        reconcile(graph, workspace, uids)


def forget(graph: Graph, workspace: str, key: str) -> bool:
    """Remove a document: its told layer, whatever only it supported, and what the log holds of it.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        key: The document's key.

    Returns:
        Whether there was such a document.
    """
    uid = Document(key=key, origin="", title="", text="").uid
    stored = graph.run("read/document", workspace=workspace, uid=uid)
    if not stored:
        return False

    def work(tx: Transaction) -> None:
        apply(tx, workspace, withdraw(tx, workspace, uid))
        tx.run("log/redact", workspace=workspace, key=document_key(key), now=now())
        tx.run("log/redact_unused", workspace=workspace, keys=sorted(stored[0]["entries"]), now=now())

    graph.transact(work)
    return True
