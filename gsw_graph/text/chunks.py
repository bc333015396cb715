"""Chapters → chunks of up to three sentences."""

import re
from collections.abc import Iterator

from gsw_graph.language import sentences
from gsw_graph.records import Chapter, Chunk

MAX_CHARACTERS = 2_000
"""Longest chunk: a longer sentence is cut at white space, or, without any, where it must be."""

_BLANK_LINES = re.compile(r"\n(?:[^\S\n]*\n)+")
_LONGEST_WRAPPED = 120
"""A line longer than this was not wrapped by hand, so that each line of its block is a paragraph."""


def chunks(chapter: Chapter, size: int = 3) -> list[Chunk]:
    """Return the chunks of a chapter, in order: up to `size` consecutive sentences of one paragraph.

    They do not overlap; each character of the body that is not white space is in exactly one. The heading is
    in none. A blank line ends a paragraph; so does a line end, unless the lines are wrapped (120 characters
    at most). A paragraph's chunks depend on nothing around it.

    Args:
        chapter: From `chapters`.
        size: Most sentences in a chunk.
    """
    if size < 1:
        raise ValueError("size must be at least 1")
    spans = [
        span
        for start, end in _paragraphs(chapter.text, max(chapter.body - chapter.start, 0))
        for span in _grouped(_pieces(chapter.text, start, end), size)
    ]
    return [
        Chunk(
            document=chapter.document,
            chapter=chapter.index,
            index=index,
            start=chapter.start + start,
            end=chapter.start + end,
            text=chapter.text[start:end],
        )
        for index, (start, end) in enumerate(spans)
    ]


def _paragraphs(text: str, start: int) -> Iterator[tuple[int, int]]:
    """Yield the spans of the paragraphs from a character on."""
    for block_start, block_end in _split(_BLANK_LINES, text, start, len(text)):
        lines = list(_split(re.compile("\n"), text, block_start, block_end))
        if any(line_end - line_start > _LONGEST_WRAPPED for line_start, line_end in lines):
            yield from lines
        else:
            yield block_start, block_end


def _split(separator: re.Pattern[str], text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for match in separator.finditer(text, start, end):
        yield start, match.start()
        start = match.end()
    yield start, end


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the sentences of a paragraph, those that are too long in parts."""
    for first, last in sentences(text[start:end]):
        yield from _cut(text, start + first, start + last)


def _cut(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while end - start > MAX_CHARACTERS:
        part = text[start : start + MAX_CHARACTERS + 1]
        spaces = [match.start() for match in re.finditer(r"\s+", part)]
        cut = start + spaces[-1] if spaces else start + MAX_CHARACTERS
        yield start, cut
        rest = text[cut:end]
        start = end - len(rest.lstrip())
    yield start, end


def _grouped(pieces: Iterator[tuple[int, int]], size: int) -> Iterator[tuple[int, int]]:
    """Yield runs of up to `size` pieces, none longer than the longest chunk."""
    start, end, count = 0, 0, 0
    for first, last in pieces:
        if count and (count == size or last - start > MAX_CHARACTERS):
            yield start, end
            count = 0
        start, end, count = (start if count else first), last, count + 1
    if count:
        yield start, end
