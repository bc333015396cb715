"""Documents before they are written: divided and annotated, each checked against what the workspace holds."""

import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gsw_graph import text
from gsw_graph.aliases import complete_names
from gsw_graph.errors import GSWError, InputError, OperatorError
from gsw_graph.extract import Operator, Window
from gsw_graph.graph import Graph, Row, Transaction
from gsw_graph.headed import with_heading_date
from gsw_graph.logged import reading_key
from gsw_graph.reading import Tally, reason
from gsw_graph.records import Chapter, Chunk, Document
from gsw_graph.source import Source, with_parts
from gsw_graph.storable import check_key

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


class Plan(NamedTuple):
    """A document that is to be written and read."""

    source: Source
    chunks: list[Chunk]
    stored: Row | None
    """What the workspace holds under its key."""
    tally: Tally
    started: float


class Planner:
    """Divides and annotates the documents of one workspace.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        operator: Who annotates.
        chapter_pattern: Regular expression of a chapter's heading; "" for the usual ones.
    """

    def __init__(self, graph: Graph, workspace: str, operator: Operator, *, chapter_pattern: str = "") -> None:
        self._graph = graph
        self._workspace = workspace
        self._operator = operator
        self._pattern = chapter_pattern

    def unchanged(self, document: Document) -> DocumentReport | None:
        """Return the report of a document that is there as it is, with all its chunks read; else None.

        Args:
            document: What was read.

        Raises:
            InputError: Its key belongs to a document from elsewhere or cannot be stored.
        """
        check_key(document.key)
        stored = self.stored(self._graph, document)
        if stored and is_same(stored, self._source(document)) and stored["unfinished"] == 0:
            notes = (*document.notes, *twin_note(stored["twins"]))
            return DocumentReport(document.key, "unchanged", chunks=stored["chunks"], notes=notes)
        return None

    def planned(self, document: Document) -> Plan | DocumentReport:
        """Divide and annotate a document, if it isn't there as it is.

        Args:
            document: What was read.

        Raises:
            InputError: Its key belongs to a document from elsewhere or cannot be stored, or the chapter pattern cannot
                be used.
            OperatorError: The Operator cannot read it.
        """
        started = time.monotonic()
        report = self.unchanged(document)
        if report:
            return report
        stored = self.stored(self._graph, document)
        return Plan(*self._sourced(self._source(document)), stored, Tally(), started)

    def stored(self, reader: Graph | Transaction, document: Document) -> Row | None:
        """Return what the workspace holds under a document's key.

        Args:
            reader: The database, or a transaction in it.
            document: What was read.

        Raises:
            InputError: The key belongs to a document from elsewhere.
        """
        rows = reader.run("read/document", workspace=self._workspace, uid=document.uid)
        if rows and rows[0]["origin"] != document.origin:
            raise InputError(
                f"The key {document.key!r} belongs to {rows[0]['origin']}; {document.origin} is another document.",
                hint=f"--as another-name, or 'gsw forget {document.key}' first",
            )
        return rows[0] if rows else None

    def _source(self, document: Document) -> Source:
        """Return the record of a document that is not divided yet."""
        return Source(document=document, operator=self._operator.name, pattern=self._pattern)

    def _sourced(self, source: Source) -> tuple[Source, list[Chunk]]:
        """Divide a document into annotated chunks."""
        if not source.document.text.strip():
            return source.model_copy(update={"reason": "empty"}), []
        chapters = text.chapters(source.document, self._pattern or None)
        chunks = complete_names(self._annotated(chapters))
        if not chunks:
            return source.model_copy(update={"reason": self._why_nothing(chapters)}), []
        entries = [reading_key(chunk, self._operator.name) for chunk in chunks]
        return with_parts(source, chapters, chunks, entries), chunks

    def _why_nothing(self, chapters: Sequence[Chapter]) -> str:
        """Say why a text that is not blank has no passage."""
        if not any(chapter.body for chapter in chapters):
            return "empty"
        return "the chapter pattern takes every line for a heading" if self._pattern else "nothing but headings"

    def _annotated(self, chapters: Sequence[Chapter]) -> list[Chunk]:
        """Return the chunks of a document with their annotations; the scenes of a chapter are numbered through."""
        found: list[Chunk] = []
        at = 0

        def every() -> Iterator[Window]:
            nonlocal at
            for chapter in chapters:
                at = chapter.index
                yield from windows(chapter)

        try:
            for annotated in self._operator.annotate_all(every()):
                same = bool(found and annotated and found[-1].chapter == annotated[0].chapter)
                shift = found[-1].scene + 1 if same else 0
                found += [chunk.model_copy(update={"scene": chunk.scene + shift}) for chunk in annotated]
        except GSWError:
            raise
        except Exception as error:
            raise OperatorError(
                f"The Operator {self._operator.name} cannot read chapter {at} of {chapters[0].document}: "
                f"{reason(error)}"
            ) from error
        return found


def windows(chapter: Chapter) -> Iterator[Window]:
    """Yield the parts of a chapter that are annotated together.

    Args:
        chapter: The chapter.
    """
    chunks = with_heading_date(chapter, text.chunks(chapter))
    for start in range(0, len(chunks), WINDOW):
        yield Window(chapter, chunks[start : start + WINDOW])


def is_revised(stored: Row, source: Source) -> bool:
    """Say whether what is stored of a document has to go before it is written as it is now.

    The text may be the same and its annotations others, such as when who is who could not be told before: then chunks
    that are held were read with other names.

    Args:
        stored: From `Planner.stored`.
        source: The record as it is now, with its parts.
    """
    return not is_same(stored, source) or not set(stored["entries"]) <= set(source.entries)


def twin_note(keys: Sequence[str]) -> tuple[str, ...]:
    """Return the note that a document's text is there under other keys too, if it is.

    Args:
        keys: Some of them.
    """
    if not keys:
        return ()
    named = " and ".join(map(repr, keys))
    return (f"The same text is there as {named}; 'gsw forget' takes one out, --skip-duplicates leaves such files out.",)


def is_same(stored: Row, source: Source) -> bool:
    """Say whether what is stored of a document is what would be read of it now.

    Args:
        stored: From `Planner.stored`.
        source: The record as it is now.
    """
    now_read = (source.sha256, source.layout, source.operator, source.pattern, source.document.dated)
    return tuple(stored[name] for name in ("sha256", "layout", "operator", "pattern", "dated")) == now_read
