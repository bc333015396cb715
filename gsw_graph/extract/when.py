"""Dates of a chapter, with relative ones resolved against the nearest anchor before them."""

from collections.abc import Sequence
from dataclasses import dataclass

from gsw_graph.dates import find_dates, resolve
from gsw_graph.records import DateValue


@dataclass(frozen=True, slots=True)
class DatePhrase:
    """A date phrase in a chunk, in characters."""

    start: int
    end: int
    value: DateValue


def chapter_dates(texts: Sequence[str], dated: DateValue | None = None) -> list[list[DatePhrase]]:
    """Find the dates of a chapter's chunks and resolve the relative ones.

    The anchor is the nearest resolved date before; for what stands before the first one, the document's own date
    or else that first one.

    Args:
        texts: The chunks' texts, in order.
        dated: The document's own date, if known.
    """
    spans = [find_dates(text) for text in texts]
    anchor = dated or _first_absolute([span.phrase for found in spans for span in found if not span.relative])
    dates: list[list[DatePhrase]] = []
    for found in spans:
        here = []
        for span in found:
            value = resolve(span.phrase, anchor)
            if value is None:
                continue
            here.append(DatePhrase(span.start, span.end, value))
            if value.earliest is not None and value.latest is not None and value.precision != "interval":
                anchor = value
        dates.append(here)
    return dates


def _first_absolute(phrases: Sequence[str]) -> DateValue | None:
    for phrase in phrases:
        value = resolve(phrase)
        if value is not None and value.earliest is not None and value.latest is not None:
            return value
    return None
