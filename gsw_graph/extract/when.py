"""Dates of a chapter, with relative ones resolved against the nearest anchor before them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from gsw_graph.dates import DateSpan, find_dates, resolve
from gsw_graph.extract.opening_dates import dates_with_commas
from gsw_graph.extract.parse import Parse
from gsw_graph.extract.words import words
from gsw_graph.records import Chapter, DateValue

BACKGROUND = re.compile(
    r"\b(?:ago|yesterday|tomorrow|last|previous|past|earlier|before|every|each|since)\b", re.IGNORECASE
)
_YEARLESS = re.compile(
    r"^(?:\w+day,? |on |in |early |late |mid-? ?)*(?:the )?(?:\d{1,2}(?:st|nd|rd|th)? (?:of )?)?"
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december)\b",
    re.IGNORECASE,
)
_ELSEWHEN = words("had 'd will would shall may might could can should 'll")


@dataclass(frozen=True, slots=True)
class DatePhrase:
    """A date phrase in a chunk, in characters."""

    start: int
    end: int
    value: DateValue
    told: bool = True
    """Whether the story is at that date, as against looking back on it or planning for it."""


def own_date(chapter: Chapter) -> DateValue | None:
    """Return the date that stands over a chapter: in its heading ("14 March 1987"), else the document's own.

    Args:
        chapter: The chapter.
    """
    for phrase in (*(span.phrase for span in find_dates(chapter.title) if not span.relative), chapter.dated):
        value = resolve(phrase) if phrase else None
        if value is not None and value.edtf:
            return value
    return None


def chapter_dates(parses: Sequence[Parse], dated: DateValue | None = None) -> list[list[DatePhrase]]:
    """Find the dates of a chapter's chunks and resolve the relative ones.

    The anchor is the nearest resolved date before it that the story itself is at: not one of an earlier time that
    is only looked back on, nor of a plan. What stands before the first such date is resolved against the document's
    own date, or else against that first one.

    Args:
        parses: The parses of the chapter's chunks, in order.
        dated: The document's own date, if known.
    """
    spans = [dates_with_commas(parse.text) for parse in parses]
    told = [[_is_told(parse, span) for span in found] for parse, found in zip(parses, spans, strict=True)]
    return in_order(spans, told, dated)


def in_order(
    spans: Sequence[Sequence[DateSpan]], told: Sequence[Sequence[bool]], dated: DateValue | None = None
) -> list[list[DatePhrase]]:
    """Resolve the dates of consecutive texts, relative ones against the nearest anchor before them.

    Args:
        spans: The dates of each text.
        told: Whether the story is at each of them.
        dated: The document's own date, if known.
    """
    anchor, ahead = dated, _first_absolute(spans, told)
    dates: list[list[DatePhrase]] = []
    for found, flags in zip(spans, told, strict=True):
        here = []
        for span, flag in zip(found, flags, strict=True):
            # Ahead of the first date only its year is lent: "the next morning" may as well come before that date.
            known = anchor or (ahead if _YEARLESS.search(span.phrase) else None)
            value = resolve(span.phrase, known)
            if value is None:
                continue
            here.append(DatePhrase(span.start, span.end, value, flag))
            if flag and _anchors(value, anchor):
                anchor = value
        dates.append(here)
    return dates


def _anchors(value: DateValue, known: DateValue | None) -> bool:
    """Say whether later relative dates can start from a date: it has bounds and isn't vaguer than the last one."""
    if value.earliest is None or value.latest is None or value.precision in {"interval", "decade", "century"}:
        return False
    if known is None or known.earliest is None or known.latest is None:
        return True
    overlaps = value.earliest <= known.latest and known.earliest <= value.latest
    return not overlaps or value.latest - value.earliest <= known.latest - known.earliest


def _is_told(parse: Parse, span: DateSpan) -> bool:
    """Say whether the story is at a date, as against looking back on it or planning for it."""
    if BACKGROUND.search(span.phrase):
        return False
    first = next((token for token in range(len(parse)) if parse.ends[token] > span.start), 0)
    token = first
    for _ in range(30):
        if parse.deps[token] in {"relcl", "acl"} or any(
            parse.lowers[child] in _ELSEWHEN for child in parse.kids(token, "aux")
        ):
            return False
        if parse.heads[token] == token:
            break
        token = parse.heads[token]
    return first not in parse.quoted


def _first_absolute(spans: Sequence[Sequence[DateSpan]], told: Sequence[Sequence[bool]]) -> DateValue | None:
    absolute = [
        (flag, span.phrase)
        for found, flags in zip(spans, told, strict=True)
        for span, flag in zip(found, flags, strict=True)
        if not span.relative
    ]
    for _, phrase in sorted(absolute, key=lambda one: not one[0]):
        value = resolve(phrase)
        if value is not None and value.earliest is not None and value.latest is not None:
            return value
    return None
