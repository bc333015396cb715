"""What a date phrase means, before it is known against which anchor.

A node turns an anchor (first and last day of the date that the text is at, or None) into a `Value`, or into
None if it needs an anchor and has no usable one.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

from gsw_graph.dates import days as d
from gsw_graph.dates.edtf import Precision, bounds, day_text, range_text, year_text

Span = tuple[int, int]
_MAX_DISTANCE = 270  # days to a date without a year before the neighbouring year is the likelier one


class Value(NamedTuple):
    """A resolved date."""

    edtf: str
    precision: Precision


class Node(Protocol):
    """The meaning of a date phrase."""

    @property
    def needs(self) -> bool:
        """Whether the value depends on an anchor."""

    def value(self, anchor: Span | None) -> Value | None:
        """Return the value, or None if it needs an anchor that is not there or does not fit."""


@dataclass(frozen=True, slots=True)
class Calendar:
    """A day, month, season, quarter, half, feast or year; without a year it takes the anchor's."""

    year: int | None = None
    month: int = 0
    day: int = 0
    sub: int = 0
    """EDTF code of a season, quarter or half year."""
    feast: Callable[[int], int] | None = None
    """Year to day number, for a movable day."""
    weekday: int | None = None
    flag: str = ""

    @property
    def needs(self) -> bool:
        """Whether the year is missing."""
        return self.year is None

    @property
    def exists(self) -> bool:
        """Whether there is such a day; February 29 passes while the year is open."""
        return not self.day or d.is_day(2000 if self.year is None else self.year, self.month, self.day)

    def value(self, anchor: Span | None) -> Value | None:
        """Return the value, with the year nearest to the anchor if the phrase has none."""
        node = self if self.year is not None else self._near(anchor) if anchor else None
        if node is None or node.year is None or not node.exists:
            return None
        if node.feast:
            return Value(node._flagged(day_text(node.feast(node.year))), "day")
        text = year_text(node.year)
        if node.sub:
            precision: Precision = "season" if node.sub < 30 else "quarter" if node.sub < 40 else "interval"
            return Value(f"{text}-{node.sub}{node.flag}", precision)
        if not node.month:
            return Value(text + node.flag, "year")
        if not node.day:
            return Value(f"{text}-{node.month:02d}{node.flag}", "month")
        return Value(node._flagged(f"{text}-{node.month:02d}-{node.day:02d}"), "day")

    def _flagged(self, edtf: str) -> str:
        # A weekday that contradicts the date: one of them is wrong, so the date is as stated but uncertain.
        first = bounds(edtf)[0] or 0
        wrong = self.weekday is not None and d.weekday(first) != self.weekday
        return edtf + (self.flag or ("?" if wrong else ""))

    def _near(self, anchor: Span) -> "Calendar | None":
        first, last = d.from_days(anchor[0])[0], d.from_days(anchor[1])[0]
        if last - first > 1:
            return None
        middle = sum(anchor) // 2
        year = d.from_days(middle)[0]
        options = {near: self._distance(near, middle) for near in (year, year - 1, year + 1)}
        fits = [near for near, distance in options.items() if distance is not None]
        if self.weekday is not None:
            matching = [y for y in fits if not (replace(self, year=y, flag="").value(None) or ("?",))[0].endswith("?")]
            fits = matching or fits
        if year in fits and (options[year] or 0) <= _MAX_DISTANCE:
            return replace(self, year=year)
        return replace(self, year=min(fits, key=lambda y: options[y] or 0)) if fits else None

    def _distance(self, year: int, middle: int) -> int | None:
        value = replace(self, year=year).value(None)
        if value is None:
            return None
        first, last = bounds(value.edtf)
        return abs(((first or 0) + (last or 0)) // 2 - middle)


@dataclass(frozen=True, slots=True)
class Fixed:
    """A value that needs no anchor and no year (a decade, a century, an EDTF value)."""

    edtf: str
    precision: Precision
    needs: bool = False

    def value(self, anchor: Span | None) -> Value | None:
        """Return the value."""
        return Value(self.edtf, self.precision)


@dataclass(frozen=True, slots=True)
class Relative:
    """A function of the anchor day; an anchor of several days gives everything between its two ends."""

    of: Callable[[int], Span | None]
    precision: Precision
    flag: str = ""
    loose: str = ""
    """Kind of a phrase that means a date only in the right surroundings: "weekday", "ordinal", "unit"."""
    needs: bool = True

    def value(self, anchor: Span | None) -> Value | None:
        """Return the value, or None without an anchor."""
        if anchor is None:
            return None
        first, last = self.of(anchor[0]), self.of(anchor[1])
        if first is None or last is None:
            return None
        return Value(range_text(first[0], last[1], self.precision, self.flag), self.precision)


@dataclass(frozen=True, slots=True)
class Derived:
    """A part or a shift of another date: a function of its first and last day."""

    node: Node
    of: Callable[[int, int, Precision], Span | None]
    precision: Precision | None = None
    flag: str = ""

    @property
    def needs(self) -> bool:
        """Whether the date it derives from needs an anchor."""
        return self.node.needs

    def value(self, anchor: Span | None) -> Value | None:
        """Return the value, or None if the other date is unknown or unbounded."""
        inner = self.node.value(anchor)
        first, last = bounds(inner.edtf) if inner else (None, None)
        if inner is None or first is None or last is None:
            return None
        span = self.of(first, last, inner.precision)
        precision = self.precision or inner.precision
        return Value(range_text(*span, precision, self.flag), precision) if span else None


@dataclass(frozen=True, slots=True)
class Flagged:
    """Another date, marked approximate (`~`) or uncertain (`?`)."""

    node: Node
    flag: str

    @property
    def needs(self) -> bool:
        """Whether the date needs an anchor."""
        return self.node.needs

    def value(self, anchor: Span | None) -> Value | None:
        """Return the marked value."""
        inner = self.node.value(anchor)
        if inner is None:
            return None
        ends = inner.edtf.split("/")
        return Value("/".join(self._mark(end) for end in ends), inner.precision)

    def _mark(self, end: str) -> str:
        if end in ("", ".."):
            return end
        flags = {self.flag} | ({"~", "?"} if end[-1] == "%" else {end[-1]} & {"~", "?"})
        return end.rstrip("~?%") + ("%" if len(flags) > 1 else flags.pop())


@dataclass(frozen=True, slots=True)
class Open:
    """An interval with one end: since, until, before, after, by."""

    node: Node
    kind: str

    @property
    def needs(self) -> bool:
        """Whether the end needs an anchor."""
        return self.node.needs

    def value(self, anchor: Span | None) -> Value | None:
        """Return the interval, or None if its end is unknown."""
        inner = self.node.value(anchor)
        ends = inner.edtf.split("/") if inner else ["", ""]
        begin, end = ends[0], ends[-1]
        if self.kind == "since":
            return Value(f"{begin}/..", "interval") if begin not in ("", "..") else None
        if self.kind in ("until", "by"):
            # Until when it lasted is said, since when is not: an unknown start, not an open one.
            start = "" if self.kind == "until" else ".."
            return Value(f"{start}/{end}", "interval") if end not in ("", "..") else None
        first, last = bounds(inner.edtf) if inner else (None, None)
        if self.kind == "before":
            return None if first is None else Value(f"../{_edge(first - 1, begin)}", "interval")
        return None if last is None else Value(f"{_edge(last + 1, end)}/..", "interval")


def _edge(day: int, like: str) -> str:
    """Write the day next to a date in that date's own unit where this says the same."""
    year, month, date = d.from_days(day)
    if len(like.lstrip("-Y")) <= 5 and (month, date) in ((1, 1), (12, 31)):
        return year_text(year)
    whole_month = date == 1 or date == d.month_length(year, month)
    return day_text(day)[:-3] if len(like.lstrip("-")) == 7 and whole_month else day_text(day)


@dataclass(frozen=True, slots=True)
class Between:
    """An interval from one date to another; a year said once is shared."""

    first: Node
    last: Node

    @property
    def needs(self) -> bool:
        """Whether an end needs an anchor that the other end does not provide."""
        return self.first.needs and self.last.needs

    def value(self, anchor: Span | None) -> Value | None:
        """Return the interval, or None if an end is unknown or the ends are in the wrong order."""
        begin, end = self._ends(anchor)
        if begin is None or end is None:
            return None
        text = f"{begin.edtf.split('/')[0]}/{end.edtf.split('/')[-1]}"
        return Value(text, "interval") if _ordered(begin, end) else None

    def _ends(self, anchor: Span | None) -> tuple[Value | None, Value | None]:
        begin, end = self.first.value(anchor), self.last.value(anchor)
        if isinstance(self.last, Calendar) and self.last.needs and begin:
            return begin, _in_year_of(begin, self.last, lambda value: _ordered(begin, value), 1)
        if isinstance(self.first, Calendar) and self.first.needs and end:
            return _in_year_of(end, self.first, lambda value: _ordered(value, end), -1), end
        if isinstance(self.last, Relative) and self.last.loose == "weekday" and (span := _span(begin)):
            # From one weekday to another: the next from the first on, so the nearest to three days later.
            return begin, self.last.value((span[0] + 3, span[0] + 3))
        return begin, end


def _in_year_of(known: Value, node: Calendar, fits: Callable[[Value], bool], step: int) -> Value | None:
    """Give a date the year of the interval's other end, or the next or last one where that is the order."""
    span = _span(known)
    years = (d.from_days(span[0])[0], d.from_days(span[0])[0] + step) if span else ()
    values = [replace(node, year=year).value(None) for year in years]
    return next((value for value in values if value and fits(value)), None)


def _ordered(begin: Value, end: Value) -> bool:
    first, last = _span(begin), _span(end)
    return first is not None and last is not None and first[0] <= last[1]


def _span(value: Value | None) -> Span | None:
    first, last = bounds(value.edtf) if value else (None, None)
    return None if first is None or last is None else (first, last)
