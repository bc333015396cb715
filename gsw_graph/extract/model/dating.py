"""The dates of a chapter's chunks, found and resolved by rule, never by the model.

No parse is made. Relative dates start from those that the story is at: the scenes' own, as a model says, or if it says
none, those in whose sentence nothing looks back or ahead.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from gsw_graph.dates import DateSpan, find_dates, resolve
from gsw_graph.extract.when import BACKGROUND, DatePhrase, in_order, own_date
from gsw_graph.language import sentence_at
from gsw_graph.records import Chapter, Chunk, DateValue

_ELSEWHEN = re.compile(r"\b(?:had|will|would|shall|may|might|could|can|should)\b|['’](?:d|ll)\b")

_NOW = re.compile(r"(?:early |late |later )?(?:this|today|tonight|yesterday|tomorrow|last|next)\b", re.IGNORECASE)
"""What starts from the day on which it is said."""


def date_spans(chunks: Sequence[Chunk]) -> list[list[DateSpan]]:
    """Return the date phrases of each chunk.

    Args:
        chunks: The chunks.
    """
    return [find_dates(chunk.text) for chunk in chunks]


def dates_of(
    chapter: Chapter,
    chunks: Sequence[Chunk],
    spans: Sequence[Sequence[DateSpan]],
    scenes: Collection[tuple[int, int]],
) -> list[list[DatePhrase]]:
    """Return the resolved dates of each chunk.

    Args:
        chapter: Their chapter.
        chunks: Consecutive chunks of it.
        spans: The date phrases of each.
        scenes: The dates that scenes have, as (position of the chunk, first character).
    """
    before = chapter.text[max(chapter.body - chapter.start, 0) : chunks[0].start - chapter.start] if chunks else ""
    earlier = find_dates(before)
    told = [
        [(number, span.start) in scenes if scenes else _is_told(chunk.text, span) for span in found]
        for number, (chunk, found) in enumerate(zip(chunks, spans, strict=True))
    ]
    whole = in_order([earlier, *spans], [[_is_told(before, one) for one in earlier], *told], own_date(chapter))
    return whole[1:]


def said_on(dates: Sequence[Sequence[DatePhrase]], days: Sequence[DateValue | None]) -> list[list[DatePhrase]]:
    """Return dates with those resolved that start from the day on which they are said ("this morning").

    That day is the scene's, which a text may tell long after.

    Args:
        dates: Of each chunk.
        days: The date of each chunk's scene.
    """
    return [[_said_on(one, day) for one in here] for here, day in zip(dates, days, strict=True)]


def _said_on(one: DatePhrase, day: DateValue | None) -> DatePhrase:
    value = resolve(one.value.phrase, day) if day and not one.value.edtf and _NOW.match(one.value.phrase) else None
    return replace(one, value=value) if value else one


def _is_told(text: str, span: DateSpan) -> bool:
    """Say whether the story is at a date, as against looking back on it, planning for it or speaking of it."""
    if BACKGROUND.search(span.phrase):
        return False
    ahead = text[: span.start]
    if ahead.count('"') % 2 or ahead.count("“") > ahead.count("”"):
        return False
    start, end = sentence_at(text, span.start, span.end)
    return not _ELSEWHEN.search(f"{text[start : span.start]} {text[span.end : end]}")
