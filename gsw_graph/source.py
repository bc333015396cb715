"""The log's record of a document: its stored text, its parts, and which entry reads each chunk."""

import hashlib
from collections.abc import Sequence

from gsw_graph.records import Chapter, Chunk, Document, Record


class ChapterPart(Record):
    """Where a chapter stands."""

    index: int
    title: str
    start: int
    end: int
    body: int = 0


class ChunkPart(Record):
    """Where a chunk stands, and the log key of its reading."""

    chapter: int
    index: int
    start: int
    end: int
    scene: int
    entry: str


class Source(Record):
    """All that is needed to write a document again without reading it."""

    document: Document
    chapters: tuple[ChapterPart, ...] = ()
    chunks: tuple[ChunkPart, ...] = ()
    operator: str = ""
    pattern: str = ""
    """Regular expression of a chapter's heading with which it was divided; "" for the usual ones."""
    reason: str = ""
    """Why it was skipped; "" if it was not."""
    replies: tuple[str, ...] = ()
    """Log keys of the model's replies that annotated it."""

    @property
    def sha256(self) -> str:
        """Hash of the stored text."""
        return hashlib.sha256(self.document.text.encode()).hexdigest()

    @property
    def layout(self) -> str:
        """Hash of what the file's format says beside the text; "" if it says nothing."""
        if self.document.headings is None and not self.document.pages:
            return ""
        said = self.document.model_dump_json(include={"title", "pages", "headings"})
        return hashlib.sha256(said.encode()).hexdigest()

    @property
    def entries(self) -> list[str]:
        """The log keys of the chunks' readings, in the order of the text."""
        return [part.entry for part in self.chunks]

    def full_chapters(self) -> list[Chapter]:
        """Return the chapters as records."""
        text, key = self.document.text, self.document.key
        return [Chapter(document=key, text=text[part.start : part.end], **part.model_dump()) for part in self.chapters]

    def full_chunks(self) -> list[Chunk]:
        """Return the chunks as records, without their annotations."""
        text, key = self.document.text, self.document.key
        return [
            Chunk(document=key, text=text[part.start : part.end], **part.model_dump(exclude={"entry"}))
            for part in self.chunks
        ]


def with_parts(source: Source, chapters: Sequence[Chapter], chunks: Sequence[Chunk], entries: Sequence[str]) -> Source:
    """Return the record of a document with its parts.

    Args:
        source: The record without them.
        chapters: The document's chapters.
        chunks: Its chunks.
        entries: The log key of each chunk's reading.
    """
    parts = {
        "chapters": tuple(
            ChapterPart(index=c.index, title=c.title, start=c.start, end=c.end, body=c.body) for c in chapters
        ),
        "chunks": tuple(
            ChunkPart(chapter=c.chapter, index=c.index, start=c.start, end=c.end, scene=c.scene, entry=entry)
            for c, entry in zip(chunks, entries, strict=True)
        ),
        "replies": tuple(dict.fromkeys(c.reply for c in chunks if c.reply)),
    }
    return source.model_copy(update=parts)
