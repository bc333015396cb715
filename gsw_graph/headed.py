"""A chapter's heading that is a date, as in a diary: the one part of a heading that is read like text."""

from collections.abc import Sequence

from gsw_graph.dates import find_dates, resolve
from gsw_graph.records import Chapter, Chunk


def with_heading_date(chapter: Chapter, chunks: Sequence[Chunk]) -> list[Chunk]:
    """Return a chapter's chunks, after one with the date that its heading says, if it says one.

    Headings are in no chunk, but what stands under "14 March 1987" happens on that day, and has to be proved by it.

    Args:
        chapter: The chapter.
        chunks: The chunks of its body.
    """
    heading = chapter.text[: max(chapter.body - chapter.start, 0)]
    for span in find_dates(heading):
        value = None if span.relative else resolve(span.phrase)
        if value is not None and value.precision == "day":
            start, end = chapter.start + span.start, chapter.start + span.end
            first = Chunk(
                document=chapter.document, chapter=chapter.index, index=0, start=start, end=end, text=span.phrase
            )
            return [first, *(chunk.model_copy(update={"index": chunk.index + 1}) for chunk in chunks)]
    return list(chunks)
