"""The road from a text to the memory: read, annotate, extract, log, told layer, held layer."""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

from gsw_graph.ahead import in_order
from gsw_graph.embed import Embedder
from gsw_graph.errors import InputError, OperatorError
from gsw_graph.extract import Operator
from gsw_graph.graph import Graph, Row, Transaction
from gsw_graph.log import Log, now
from gsw_graph.logged import document_key
from gsw_graph.planning import DocumentReport, Plan, Planner, is_revised, twin_note
from gsw_graph.reading import Reader, Todo
from gsw_graph.reconcile.removal import empty, sweep, withdraw
from gsw_graph.records import Document
from gsw_graph.restore import Progress, grouped, write_source
from gsw_graph.source import Source
from gsw_graph.told import ToldRows

CHARACTERS_AHEAD = 4_000_000
"""Characters of documents that are divided and annotated ahead of the one that is being written."""


class Ingest:
    """Takes documents into one workspace.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        operator: Who reads the chunks.
        embedder: Who makes their vectors.
        log: The log, as this writer sees it.
        chapter_pattern: Regular expression of a chapter's heading; "" for the usual ones.
        skip_duplicates: Whether a document is left out whose text is there under another key.
        progress: Called as chunks are done.
    """

    def __init__(
        self,
        graph: Graph,
        workspace: str,
        operator: Operator,
        embedder: Embedder,
        log: Log,
        *,
        chapter_pattern: str = "",
        skip_duplicates: bool = False,
        progress: Callable[[Progress], None] = lambda _: None,
    ) -> None:
        self._graph = graph
        self._workspace = workspace
        self._operator = operator
        self._embedder = embedder
        self._planner = Planner(graph, workspace, operator, chapter_pattern=chapter_pattern)
        self._skips = skip_duplicates
        self._progress = progress
        self._log = log

    def add(self, document: Document) -> DocumentReport:
        """Take a document in: new, revised, or where a killed run left it; unchanged it costs one look-up.

        Args:
            document: What was read.

        Raises:
            InputError: Its key belongs to a document from elsewhere or cannot be stored, or the chapter pattern cannot
                be used.
            OperatorError: The Operator cannot read a chapter of it.
        """
        if report := self._planner.unchanged(document):
            return report
        one = next(self._singly([document]))
        if isinstance(one, DocumentReport):
            return one
        with self._log.working(), self._operator.working(), self._reader() as reader:
            plan = self._planner.planned(document)
            if isinstance(plan, DocumentReport):
                return plan
            self._begin(plan)
            self._write_sources([plan])
            self._read(reader, [plan])
            reader.finish()
        return self._reports([plan])[0]

    def add_all(self, documents: Iterable[Document | DocumentReport]) -> Iterator[DocumentReport]:
        """Take documents in and yield what became of each, in their order; a bad one stops none of the others.

        Small ones are written together, and while some are written the next are read.

        Args:
            documents: What was read; a report stands for one that could not be.
        """
        # The Operator ends before those who wait for it are waited for.
        pool = ThreadPoolExecutor(self._operator.documents_ahead)
        with self._log.working(), pool, self._operator.working(), self._reader() as reader:
            earlier: list[Plan | DocumentReport] = []
            for group in grouped(self._ahead(pool, self._singly(documents)), _size):
                written = self._written(group)
                if not self._read(reader, [one for one in written if isinstance(one, Plan)]):
                    reader.finish()
                yield from self._reports(earlier)
                earlier = written
            reader.finish()
            yield from self._reports(earlier)

    def _singly(self, documents: Iterable[Document | DocumentReport]) -> Iterator[Document | DocumentReport]:
        """Yield documents, and reports in place of those to be left out since their text is there, or came before."""
        came: dict[str, str] = {}
        for document in documents:
            if not self._skips or isinstance(document, DocumentReport) or not document.text.strip():
                yield document
                continue
            sha256 = Source(document=document).sha256
            row = self._twins([(document.uid, sha256)])[0]
            first = came.setdefault(sha256, document.key)
            others = row["twins"] or [first] * (first != document.key)
            if others and not row["own"]:
                yield DocumentReport(document.key, "skipped", f"the same text as {others[0]!r}", notes=document.notes)
            else:
                yield document

    def _twins(self, pairs: Iterable[tuple[str, str]]) -> list[Row]:
        """Return what has the same text as documents, by their uids and hashes."""
        rows = [{"uid": uid, "sha256": sha256} for uid, sha256 in pairs]
        return self._graph.run("read/twins", workspace=self._workspace, rows=rows)

    def _reports(self, plans: Sequence[Plan | DocumentReport]) -> list[DocumentReport]:
        """Say what became of documents, and what is there by now with the same text."""
        told = [plan.source for plan in plans if isinstance(plan, Plan) and not plan.source.reason]
        rows = self._twins((source.document.uid, source.sha256) for source in told) if told else []
        twins = {row["uid"]: row["twins"] for row in rows}
        reports = []
        for plan in plans:
            report = _report(plan)
            if isinstance(plan, Plan):
                report = report._replace(notes=report.notes + twin_note(twins.get(plan.source.document.uid, ())))
            reports.append(report)
        return reports

    def _reader(self) -> Reader:
        return Reader(self._graph, self._workspace, self._operator, self._embedder, self._log)

    def _ahead(
        self, pool: ThreadPoolExecutor, documents: Iterable[Document | DocumentReport]
    ) -> Iterator[Plan | DocumentReport]:
        """Yield the documents' plans in order, while the Operator has begun with those that follow."""
        reader = self._operator
        width = reader.documents_ahead
        plans = in_order(pool, self._tried, documents, width, weight=_characters, most=CHARACTERS_AHEAD)
        begun: deque[Plan | DocumentReport] = deque()
        for plan in plans:
            if isinstance(plan, Plan):
                self._begin(plan)
            begun.append(plan)
            while begun and sum(map(_size, begun)) >= reader.chunks_ahead:
                yield begun.popleft()
        yield from begun

    def _begin(self, plan: Plan) -> None:
        """Let the Operator begin with what the log has no reading of."""
        if self._operator.chunks_ahead:
            keys = self._log.missing(plan.source.entries)
            pairs = zip(plan.chunks, plan.source.entries, strict=True)
            self._operator.begin([chunk for chunk, key in pairs if key in keys])

    def _tried(self, document: Document | DocumentReport) -> Plan | DocumentReport:
        """Return the plan of a document, or why there is none."""
        if isinstance(document, DocumentReport):
            return document
        try:
            return self._planner.planned(document)
        except (InputError, OperatorError) as error:
            return DocumentReport(document.key, "failed", str(error))

    def _written(self, group: list[Plan | DocumentReport]) -> list[Plan | DocumentReport]:
        """Write the sources of a group; one that cannot be written becomes a report, and the others are."""
        try:
            self._write_sources([one for one in group if isinstance(one, Plan)])
            return group
        except InputError as error:
            if len(group) == 1 and isinstance(group[0], Plan):
                return [DocumentReport(group[0].source.document.key, "failed", str(error))]
            return [written for one in group for written in self._written([one])]

    def _write_sources(self, plans: Sequence[Plan]) -> None:
        """Log documents and write their parts; an earlier version of one is withdrawn first.

        Completing the documents' entries takes their locks, so what is read after it stays so until the end.
        """

        def work(tx: Transaction) -> None:
            payloads = {document_key(plan.source.document.key): plan.source.model_dump_json() for plan in plans}
            replies = {document_key(plan.source.document.key): plan.source.replies for plan in plans}
            same = {
                document_key(plan.source.document.key)
                for plan in plans
                if plan.stored and plan.stored["sha256"] == plan.source.sha256
            }
            self._log.complete(tx, "document", self._operator.name, payloads, now(), replies=replies, same=same)
            for plan in plans:
                source, document = plan.source, plan.source.document
                stored = self._planner.stored(tx, document)
                if stored and is_revised(stored, source):
                    withdraw(tx, self._workspace, document.uid)
                write_source(tx, self._workspace, source)
                if stored:
                    keys = sorted(set(stored["entries"]) - set(source.entries))
                    self._log.redact(tx, keys, same=document_key(document.key) in same)

        revised = [plan.stored for plan in plans if plan.stored and is_revised(plan.stored, plan.source)]
        for stored in revised:
            empty(self._graph, self._workspace, stored)
        if plans:
            self._graph.transact(work)
        if any(plan.stored for plan in plans):
            sweep(self._graph, self._workspace)

    def _read(self, reader: Reader, plans: Sequence[Plan]) -> bool:
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
            todos.append(Todo(chunks, ToldRows(plan.source.document, plan.chunks), plan.tally))
        shown = [plan.tally.done for plan in plans]
        for _ in reader.read(todos):
            for number, plan in enumerate(plans):
                if plan.tally.done != shown[number]:
                    shown[number] = plan.tally.done
                    self._progress(Progress(plan.source.document.key, plan.tally.done, len(plan.chunks)))
        return bool(wanted)


def _report(plan: Plan | DocumentReport) -> DocumentReport:
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


def _characters(document: Document | DocumentReport) -> int:
    """Return how long a document is."""
    return len(document.text) if isinstance(document, Document) else 0


def _size(one: Plan | DocumentReport) -> int:
    """Return how many chunks a document has that is to be written."""
    return len(one.chunks) if isinstance(one, Plan) else 0


__all__ = ["DocumentReport", "Ingest", "Progress"]
