"""The grammar's top: any date phrase, with its modifiers, openings and ranges."""

from typing import cast

from gsw_graph.dates import days as d
from gsw_graph.dates.absolute import Parsed, calendar, day_year, month, ordinal
from gsw_graph.dates.counting import unit_span
from gsw_graph.dates.edtf import Precision
from gsw_graph.dates.eras import era_unit, narrowed
from gsw_graph.dates.nodes import Between, Calendar, Derived, Fixed, Flagged, Node, Open, Relative, Span
from gsw_graph.dates.relative import relative
from gsw_graph.dates.tokens import Tokens
from gsw_graph.dates.words import CLOCK, DAY_PARTS, PARTS, UNITS, WEEKDAYS

_FLAGS = {
    "~": (
        "sometime around", "sometime in", "sometime", "some time in", "around", "about", "circa", "c .",
        "ca .", "c", "ca", "approximately", "roughly",
    ),
    "?": ("possibly", "perhaps", "probably", "maybe", "presumably"),
}  # fmt: skip
_OPENINGS = {
    "since": ("ever since", "since", "starting in", "starting on", "starting from", "starting"),
    "until": ("up until", "up to", "until", "till", "through"),
    "before": ("before", "prior to", "no later than"),
    "after": ("after",),
    "by": ("by",),
}
_OPENERS = frozenset(phrase.split(" ")[0] for phrases in _OPENINGS.values() for phrase in phrases)
_FLAGGERS = frozenset(phrase.split(" ")[0] for phrases in _FLAGS.values() for phrase in phrases)
_TO = ("up until", "up to", "until", "till", "through", "thru", "to", "-")


def date(toks: Tokens, i: int) -> Parsed:
    """Read any date phrase: a range, an interval with one end, or a point.

    Args:
        toks: The tokens.
        i: Position.
    """
    for opener, joints in (("between", ("and",)), ("from", _TO)):
        if toks.low(i) == opener:
            found = _range(toks, i + 1, joints, point(toks, i + 1))
            return found or (_since(toks, i + 1) if opener == "from" else None)
    for kind, words in _OPENINGS.items() if toks.low(i) in _OPENERS else ():
        start = toks.words(i, *words)
        if start is not None:
            inner = point(toks, toks.skip(start, "in", "on"))
            return (Open(inner[0], kind), inner[1]) if inner else None
    alone = point(toks, i)
    return _range(toks, i, _TO, alone) or alone


def _since(toks: Tokens, i: int) -> Parsed:
    inner = point(toks, i)
    if not inner:
        return None
    end = toks.skip(inner[1], "onwards", "onward", "on", "forward")
    # "A photo from last weekend", "a house from the 1900s": where it comes from, not since when.
    origin = end == inner[1] and isinstance(inner[0], (Relative, Fixed))
    return None if origin else (Open(inner[0], "since"), end)


def _range(toks: Tokens, i: int, joints: tuple[str, ...], first: Parsed) -> Parsed:
    pair = _day_pair(toks, i, joints)
    if pair:
        return pair
    if not first:
        return None
    joint = toks.words(first[1], *joints)
    if joint is None:
        return None
    short = toks.digits(joint, 2)
    if isinstance(first[0], Calendar) and first[0].year is not None and not first[0].month and len(short) == 2:
        ends = first[0].year - first[0].year % 100 + int(short)
        follows = ends > first[0].year and toks.low(first[1]) == "-" and not first[0].sub
        return (Between(first[0], Calendar(ends)), joint + 1) if follows else None
    last = point(toks, joint)
    return (Between(first[0], last[0]), last[1]) if last else None


def _day_pair(toks: Tokens, i: int, joints: tuple[str, ...]) -> Parsed:
    """Read two days of one month: "March 5 to 7, 2021", "5-7 March 2021"."""
    named = month(toks, i)
    one = _day_number(toks, named[1] if named else toks.skip(i, "the"))
    joint = toks.words(one[1], *joints) if one else None
    two = _day_number(toks, toks.skip(joint, "the")) if joint is not None else None
    if one is None or two is None:
        return None
    after = two[1]
    if named is None:
        named = month(toks, toks.skip(after, "of"))
        after = named[1] if named else after
    elif month(toks, after):
        return None
    if named is None:
        return None
    stated = day_year(toks, after)
    year = stated[0] if stated else None
    first, last = (Calendar(year, named[0], number[0]) for number in (one, two))
    ordered = first.exists and last.exists and 0 < first.day < last.day
    return (Between(first, last), stated[1] if stated else after) if ordered else None


def _day_number(toks: Tokens, i: int) -> tuple[int, int] | None:
    found = ordinal(toks, i)
    if found:
        return found
    digits = toks.digits(i, 2)
    return (int(digits), i + 1) if digits else None


def point(toks: Tokens, i: int) -> Parsed:
    """Read a date that is no range.

    Args:
        toks: The tokens.
        i: Position.
    """
    for flag, words in _FLAGS.items() if toks.low(i) in _FLAGGERS else ():
        start = toks.words(i, *words)
        if start is not None:
            # "He walked around on March 5" and "a song about tonight" say nothing about how exact the date
            # is.
            direct = toks.low(start - 1) in ("around", "about")
            inner = point(toks, start if direct else toks.skip(start, "in", "on"))
            if inner and not (direct and isinstance(inner[0], Relative)):
                return Flagged(inner[0], flag), inner[1]
    return _part(toks, i) or _nth_of(toks, i) or _timed(toks, i) or _plain(toks, i)


def _plain(toks: Tokens, i: int) -> Parsed:
    readings = (relative(toks, i, point), era_unit(toks, i), calendar(toks, i))
    found = max((reading for reading in readings if reading), key=lambda reading: reading[1], default=None)
    return (found[0], _after_clock(toks, found[1])) if found else None


def _part(toks: Tokens, i: int) -> Parsed:
    """Read "early May", "the late 1990s", "mid-2021", "the end of May 2020", "earlier this year"."""
    start = toks.skip(i, "the")
    low = toks.low(start)
    if low in ("earlier", "later"):
        inner = relative(toks, toks.skip(start + 1, "in"), point)
        same = inner and isinstance(inner[0], Relative) and toks.low(toks.skip(start + 1, "in")) in ("this", "that")
        return (_side(inner[0], low), inner[1]) if inner and same and isinstance(inner[0], Relative) else None
    if low not in PARTS:
        return None
    after = toks.skip(start + 1, "-")
    if low not in ("early", "mid", "late"):
        of = toks.words(start + 1, "of")
        if of is None:
            return None
        after = of
    after = toks.skip(after, "in", "on")
    inner = _timed(toks, after) or _plain(toks, after) or _current(toks, after)
    return (narrowed(inner[0], PARTS[low]), inner[1]) if inner else None


def _current(toks: Tokens, i: int) -> Parsed:
    """Read "the month" in "the end of the month"."""
    unit = toks.low(i + 1)
    if toks.low(i) != "the" or unit not in ("week", "month", "year", "decade", "century"):
        return None
    precision = "interval" if unit == "week" else cast(Precision, unit)
    return Relative(lambda day: unit_span(day, unit, 0), precision), i + 2


def _side(node: Relative, word: str) -> Node:
    """Return the part of this week, month or year that is before or after the anchor."""

    def of(day: int) -> Span | None:
        span = node.of(day)
        if span is None or not span[0] <= day <= span[1]:
            return span
        return (span[0], day) if word == "earlier" else (day, span[1])

    return Relative(of, node.precision)


def _nth_of(toks: Tokens, i: int) -> Parsed:
    """Read "the first week of May 2020", "the last day of 2019", "the second Monday in June"."""
    start = toks.skip(i, "the")
    nth = (-1, start + 1) if toks.low(start) in ("last", "final") else ordinal(toks, start)
    if nth is None:
        return None
    low = toks.low(nth[1])
    of = toks.words(nth[1] + 1, "of", "in")
    if of is None or not (low in WEEKDAYS or low in ("day", "week", "month", "half", "quarter", "decade", "weekend")):
        return None
    inner = _plain(toks, of)
    precision: Precision = "day" if low in WEEKDAYS or low == "day" else "interval"
    if low in ("month", "quarter", "decade"):
        precision = cast(Precision, low)
    return (Derived(inner[0], lambda a, b, _: _nth_span(a, b, low, nth[0]), precision), inner[1]) if inner else None


def _nth_span(first: int, last: int, unit: str, nth: int) -> Span | None:
    if unit in WEEKDAYS:
        found = d.nth_weekday(first, last, WEEKDAYS[unit], nth)
        return None if found is None else (found, found)
    if unit == "weekend":
        saturday = d.nth_weekday(first, last, 5, nth)
        return None if saturday is None else (saturday, saturday + 1)
    left, right = d.from_days(first), d.from_days(last)
    months = right[0] * 12 + right[1] - left[0] * 12 - left[1] + 1
    if unit in ("half", "quarter"):
        return _fraction(first, last, months, 2 if unit == "half" else 4, nth)
    if unit in ("month", "decade"):
        size = 1 if unit == "month" else 120
        offset = (nth - 1) * size if nth > 0 else months - size
        begin, end = d.month_span(left[0], left[1] + offset, size)
    else:
        size = 1 if UNITS[unit] == "day" else 7
        begin = first + size * (nth - 1) if nth > 0 else last - size + 1
        end = min(begin + size - 1, last)
    return (begin, end) if first <= begin <= end <= last else None


def _fraction(first: int, last: int, months: int, parts: int, nth: int) -> Span | None:
    if nth > parts:
        return None
    index = nth - 1 if nth > 0 else parts - 1
    if months % parts == 0:
        left, size = d.from_days(first), months // parts
        return d.month_span(left[0], left[1] + index * size, size)
    days = last - first + 1
    return first + days * index // parts, first + days * (index + 1) // parts - 1


def _timed(toks: Tokens, i: int) -> Parsed:
    """Read a day after its time: "the night of August 17", "3:20 pm on 4 March 2011"."""
    start = toks.skip(i, "the")
    after = None
    if toks.low(start) in DAY_PARTS and toks.low(start) != "day":
        after = toks.words(start + 1, "of", "on")
    elif toks.digits(start, 2):
        end = _after_clock(toks, start)
        after = toks.skip(end, "on", ",") if end > start else None
    return _plain(toks, after) if after is not None else None


def _after_clock(toks: Tokens, i: int) -> int:
    """Return the position after a clock time or a weekday in parentheses that follows a date."""
    if toks.low(i) == "(" and toks.low(i + 1) in WEEKDAYS and toks.low(i + 2) == ")":
        i += 3
    start = toks.skip(i, ", at", "at", ",")
    if start >= len(toks):
        return i
    match = CLOCK.match(toks.text, toks.items[start].start)
    if not match:
        return toks.skip(i, "at noon", "at midnight", "at dawn", "at dusk", "at sunrise", "at sunset")
    after = toks.at(match.end())
    return len(toks) if after is None else after
