"""The road from a text to the memory: read, annotate, extract, log, told layer, held layer."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from gsw_graph import text
from gsw_graph.aliases import complete_names
from gsw_graph.embed import Embedder
from gsw_graph.errors import GSWError, InputError, OperatorError
from gsw_graph.extract import Operator
from gsw_graph.graph import Graph, Row, Transaction
from gsw_graph.headed import with_heading_date
from gsw_graph.log import Log, document_key, now, reading_key
from gsw_graph.reading import Reader, Tally, Todo, reason
from gsw_graph.reconcile.removal import empty, sweep, withdraw
from gsw_graph.records import Chapter, Chunk, Document
from gsw_graph.restore import Progress, grouped, write_source
from gsw_graph.source import Source, with_parts
from gsw_graph.storable import check_key
from gsw_graph.told import ToldRows

WINDOW = 240
"""Chunks of a chapter that are annotated together, so that a text without chapters needs no more memory."""


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


class _Plan(NamedTuple):
    """A document that is to be written and read."""

    source: Source
    chunks: list[Chunk]
    stored: Row | None
    """What the workspace holds under its key."""
    tally: Tally
    started: float


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
            InputError: Its key belongs to a document from elsewhere or cannot be stored, or the chapter pattern cannot
                be used.
            OperatorError: The Operator cannot read a chapter of it.
        """
        plan = self._planned(document)
        if isinstance(plan, DocumentReport):
            return plan
        with self._log.working(), self._reader() as reader:
            self._write_sources([plan])
            self._read(reader, [plan])
            reader.finish()
        return _report(plan)

    def add_all(self, documents: Iterable[Document | DocumentReport]) -> Iterator[DocumentReport]:
        """Take documents in and yield what became of each, in their order; a bad one stops none of the others.

        Small ones are written together, and while some are written the next are read.

        Args:
            documents: What was read; a report stands for one that could not be.
        """
        with self._log.working(), self._reader() as reader:
            earlier: list[_Plan | DocumentReport] = []
            tried = (one if isinstance(one, DocumentReport) else self._tried(one) for one in documents)
            for group in grouped(tried, _size):
                written = self._written(group)
                if not self._read(reader, [one for one in written if isinstance(one, _Plan)]):
                    reader.finish()
                yield from map(_report, earlier)
                earlier = written
            reader.finish()
            yield from map(_report, earlier)

    def _reader(self) -> Reader:
        return Reader(self._graph, self._workspace, self._operator, self._embedder, self._log)

    def _tried(self, document: Document) -> "_Plan | DocumentReport":
        """Return the plan of a document, or why there is none."""
        try:
            return self._planned(document)
        except (InputError, OperatorError) as error:
            return DocumentReport(document.key, "failed", str(error))

    def _planned(self, document: Document) -> "_Plan | DocumentReport":
        """Divide and annotate a document, if it isn't there as it is."""
        started = time.monotonic()
        check_key(document.key)
        source = Source(document=document, operator=self._operator.name, pattern=self._pattern)
        stored = self._stored(self._graph, document)
        if stored and _is_same(stored, source) and stored["unfinished"] == 0:
            return DocumentReport(document.key, "unchanged", chunks=stored["chunks"], notes=document.notes)
        return _Plan(*self._sourced(source), stored, Tally(), started)

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
            return source.model_copy(update={"reason": self._why_nothing(chapters)}), []
        entries = [reading_key(chunk, self._operator.name) for chunk in chunks]
        return with_parts(source, chapters, chunks, entries), chunks

    def _why_nothing(self, chapters: Sequence[Chapter]) -> str:
        """Say why a text that is not blank has no passage."""
        if not any(chapter.body for chapter in chapters):
            return "empty"
        return "the chapter pattern takes every line for a heading" if self._pattern else "nothing but headings"

    def _annotated(self, chapter: Chapter) -> Iterator[Chunk]:
        """Yield the chunks of a chapter with their annotations; scenes are numbered through."""
        chunks = with_heading_date(chapter, text.chunks(chapter))
        offset = 0
        for start in range(0, len(chunks), WINDOW):
            try:
                window = self._operator.annotate(chapter, chunks[start : start + WINDOW])
            except GSWError:
                raise
            except Exception as error:
                raise OperatorError(
                    f"The Operator {self._operator.name} cannot read chapter {chapter.index} of {chapter.document}: "
                    f"{reason(error)}"
                ) from error
            yield from (chunk.model_copy(update={"scene": chunk.scene + offset}) for chunk in window)
            offset += max(chunk.scene for chunk in window) + 1

    def _written(self, group: list[_Plan | DocumentReport]) -> list[_Plan | DocumentReport]:
        """Write the sources of a group; one that cannot be written becomes a report, and the others are."""
        try:
            self._write_sources([one for one in group if isinstance(one, _Plan)])
            return group
        except InputError as error:
            if len(group) == 1 and isinstance(group[0], _Plan):
                return [DocumentReport(group[0].source.document.key, "failed", str(error))]
            return [written for one in group for written in self._written([one])]

    def _write_sources(self, plans: Sequence[_Plan]) -> None:
        """Log documents and write their parts; an earlier version of one is withdrawn first.

        Completing the documents' entries takes their locks, so what is read after it stays so until the end.
        """

        def work(tx: Transaction) -> None:
            payloads = {document_key(plan.source.document.key): plan.source.model_dump_json() for plan in plans}
            self._log.complete(tx, "document", self._operator.name, payloads, now())
            for plan in plans:
                source, document = plan.source, plan.source.document
                stored = self._stored(tx, document)
                if stored and not _is_same(stored, source):
                    withdraw(tx, self._workspace, document.uid)
                write_source(tx, self._workspace, source)
                if stored:
                    keys = sorted(set(stored["entries"]) - set(source.entries))
                    tx.run("log/redact_unused", workspace=self._workspace, keys=keys, now=now())

        revised = [plan.stored for plan in plans if plan.stored and not _is_same(plan.stored, plan.source)]
        for stored in revised:
            empty(self._graph, self._workspace, stored)
        if plans:
            self._graph.transact(work)
        if any(plan.stored for plan in plans):
            sweep(self._graph, self._workspace)

    def _read(self, reader: Reader, plans: Sequence[_Plan]) -> bool:
        """Read the chunks that the ledger does not have as held, and say whether there were any."""
        rows = self._graph.run(
            "read/chunks",
            workspace=self._workspace,
            documents=[plan.source.document.uid for plan in plans],
            statuses=["pending", "read", "failed"],
        )
        wanted = {row["uid"] for row in rows}
        todos = []
        for plan in plans:
            chunks = [chunk for chunk in plan.chunks if chunk.uid in wanted]
            plan.tally.done = len(plan.chunks) - len(chunks)
            todos.append(Todo(chunks, ToldRows(plan.source.document.text, plan.chunks), plan.tally))
        shown = [plan.tally.done for plan in plans]
        for _ in reader.read(todos):
            for number, plan in enumerate(plans):
                if plan.tally.done != shown[number]:
                    shown[number] = plan.tally.done
                    self._progress(Progress(plan.source.document.key, plan.tally.done, len(plan.chunks)))
        return bool(wanted)


def _report(plan: _Plan | DocumentReport) -> DocumentReport:
    """Say what became of a document."""
    if isinstance(plan, DocumentReport):
        return plan
    source, tally = plan.source, plan.tally
    status, why = ("skipped", source.reason) if source.reason else ("done", "")
    if tally.failed:
        status, why = "failed", f"{tally.failed} of {len(plan.chunks)} chunks failed"
    return DocumentReport(
        source.document.key,
        status,
        why,
        len(plan.chunks),
        tally.read,
        tally.failed,
        tally.refused,
        time.monotonic() - plan.started,
        source.document.notes,
    )


def _size(one: _Plan | DocumentReport) -> int:
    """Return how many chunks a document has that is to be written."""
    return len(one.chunks) if isinstance(one, _Plan) else 0


def _is_same(stored: Row, source: Source) -> bool:
    """Say whether what is stored of a document is what would be read of it now."""
    now_read = (source.sha256, source.operator, source.pattern, source.document.dated)
    return (stored["sha256"], stored["operator"], stored["pattern"], stored["dated"]) == now_read


__all__ = ["DocumentReport", "Ingest", "Progress"]
