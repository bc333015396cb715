"""The grammar of relative dates: what a phrase means as a function of the day that the text is at."""

from collections.abc import Callable

from gsw_graph.dates import days as d
from gsw_graph.dates.absolute import Parsed, ordinal
from gsw_graph.dates.counting import by_steps, count_of, counted, steps, unit_span
from gsw_graph.dates.edtf import Precision, bounds
from gsw_graph.dates.nodes import Calendar, Derived, Relative, Span
from gsw_graph.dates.tokens import Tokens
from gsw_graph.dates.words import (
    DAY_PARTS,
    FEAST_STARTS,
    FEASTS,
    LAST,
    MONTHS,
    NEXT,
    SAME,
    SEASONS,
    UNITS,
    WEEKDAYS,
)

_DEICTIC = {"yesterday": -1, "today": 0, "tonight": 0, "tomorrow": 1}
_PRECISIONS: dict[str, Precision] = {
    "week": "interval",
    "weekend": "interval",
    "fortnight": "interval",
    "month": "month",
    "year": "year",
    "decade": "decade",
    "century": "century",
}
_PLAIN_PARTS = frozenset(("day", "morning", "afternoon", "evening", "night"))  # "that sunset" is a thing seen


def relative(toks: Tokens, i: int, point: Callable[[Tokens, int], Parsed]) -> Parsed:
    """Read a relative date.

    Args:
        toks: The tokens.
        i: Position.
        point: Reads any date; for what another one is counted from ("the week before 3 June 2011").
    """
    low = toks.low(i)
    if low in _DEICTIC:
        return _shifted_days(_DEICTIC[low]), _after_day_part(toks, i + 1)
    for phrase, offset in (
        ("the day before yesterday", -2),
        ("the day after tomorrow", 2),
        ("last night", -1),
        ("the other day", -4),
    ):
        after = toks.words(i, phrase, phrase.removeprefix("the "))
        if after is not None:
            return _shifted_days(offset, "~" if "other" in phrase else ""), after
    return (
        _determined(toks, i)
        or counted(toks, i, point)
        or _beside(toks, i, point)
        or _ordinal_day(toks, i)
        or _weekday(toks, i)
    )


def _shifted_days(offset: int, flag: str = "") -> Relative:
    return Relative(lambda day: (day + offset, day + offset), "day", flag)


def _after_day_part(toks: Tokens, i: int) -> int:
    return i + 1 if toks.low(i) in DAY_PARTS - {"day"} else i


def _weekday(toks: Tokens, i: int) -> Parsed:
    if toks.low(i) not in WEEKDAYS:
        return None
    wanted = WEEKDAYS[toks.low(i)]

    def nearest(day: int) -> Span:
        found = day - 3 + (wanted - d.weekday(day - 3)) % 7
        return found, found

    # Nothing says whether the coming or the past one is meant: the nearest, marked uncertain.
    return Relative(nearest, "day", "?", loose="weekday"), _after_day_part(toks, i + 1)


def _ordinal_day(toks: Tokens, i: int) -> Parsed:
    start = toks.words(i, "the")
    nth = ordinal(toks, start) if start is not None else None
    if nth is None or not 1 <= nth[0] <= 31:
        return None

    def in_month(day: int) -> Span | None:
        y, m, _ = d.from_days(day)
        found = d.to_days(y, m, nth[0]) if d.is_day(y, m, nth[0]) else None
        return None if found is None else (found, found)

    end = toks.skip(nth[1], "of the month", "of that month", "of this month")
    return Relative(in_month, "day", loose="ordinal" if end == nth[1] else ""), end


def _determined(toks: Tokens, i: int) -> Parsed:
    """Read "the next morning", "last Friday", "that summer", "this past May", "two weekends ago" aside."""
    start = toks.skip(i, "the very", "the")
    low = toks.low(start)
    step = -1 if low in LAST else 1 if low in NEXT else 0
    if not step and (low not in SAME or (low == "same" and start == i)):
        return _the_weekend(toks, i)
    start = toks.skip(start + 1, "very same") if low in ("this", "that") else start + 1
    inner = toks.low(start)
    if low == "this" and inner in ("past", "coming", "next", "last"):
        step, start = (-1 if inner in ("past", "last") else 1), start + 1
    return _stretch(toks, start, step) or _target(toks, start, step)


def _stretch(toks: Tokens, i: int, step: int) -> Parsed:
    """Read what follows "the last" in "the last three weeks": a stretch that ends or begins at the anchor."""
    count = count_of(toks, i) if step else None
    unit = UNITS.get(toks.low(count[1]), "") if count else ""
    if count is None or not unit or toks.low(i) in ("a", "an"):
        return None
    most = steps(count[0], unit)[1]

    def of(day: int) -> Span:
        far = by_steps(day, unit, step * most, step * most)
        return (far[0], day) if step < 0 else (day, far[1])

    return Relative(of, "interval", "~" if isinstance(count[0], str) else ""), count[1] + 1


def _the_weekend(toks: Tokens, i: int) -> Parsed:
    after = toks.words(i, "the weekend")
    if after is None or toks.low(after) in ("before", "after", "of"):
        return None
    return Relative(lambda day: unit_span(day, "weekend", 0), "interval", "?"), after


def _target(toks: Tokens, i: int, step: int) -> Parsed:
    """Read what "next", "last" or "that" stands before."""
    low = toks.low(i)
    if low in (DAY_PARTS if step else _PLAIN_PARTS):
        return _shifted_days(step), _after_day_part(toks, i + 1) if low == "day" else i + 1
    if low in UNITS and (low == UNITS[low]):
        unit = UNITS[low]
        return Relative(lambda day: unit_span(day, unit, step), _PRECISIONS[unit]), i + 1
    if low in WEEKDAYS:
        wanted = WEEKDAYS[low]
        return Relative(lambda day: _weekday_span(day, wanted, step), "day"), _after_day_part(toks, i + 1)
    node: Calendar | None = None
    after = i + 1
    if low in MONTHS:
        node = Calendar(month=MONTHS[low])
    elif low in SEASONS:
        node = Calendar(sub=SEASONS[low])
    elif low in FEAST_STARTS:
        size = next((n for n in (5, 4, 3, 2, 1) if tuple(map(toks.low, range(i, i + n))) in FEASTS), 0)
        node = Calendar(feast=FEASTS[tuple(map(toks.low, range(i, i + size)))]) if size else None
        after = i + size
    if node is None or toks.digits(after):
        return None
    found = node
    precision: Precision = "month" if found.month else "season" if found.sub else "day"
    return Relative(lambda day: _recurrence(day, found, step), precision), after


def _weekday_span(day: int, wanted: int, step: int) -> Span:
    if step > 0:
        found = day + 1 + (wanted - d.weekday(day + 1)) % 7
    elif step < 0:
        found = day - 1 - (d.weekday(day - 1) - wanted) % 7
    else:
        found = day - d.weekday(day) + wanted
    return found, found


def _recurrence(day: int, node: Calendar, step: int) -> Span | None:
    """Return the month, season or feast of this year (step 0), or the nearest one before or after a day."""
    year = d.from_days(day)[0]
    spans = []
    for near in (year - 2, year - 1, year, year + 1, year + 2):
        value = Calendar(near, node.month, sub=node.sub, feast=node.feast).value(None)
        first, last = bounds(value.edtf) if value else (None, None)
        if first is not None and last is not None:
            spans.append((first, last))
    if step == 0:
        # The winter that a day of January lies in began the year before.
        return next((span for span in spans if span[0] <= day <= span[1]), spans[2])
    fits = [s for s in spans if (s[1] < day if step < 0 else s[0] > day)]
    return fits[-1 if step < 0 else 0]


def _beside(toks: Tokens, i: int, point: Callable[[Tokens, int], Parsed]) -> Parsed:
    """Read "the day before", "the week after", "the Sunday before 3 June 2011", "the week of May 5, 2020"."""
    start = toks.words(i, "the")
    if start is None:
        return None
    low, side = toks.low(start), toks.low(start + 1)
    named = low in WEEKDAYS or low in DAY_PARTS or UNITS.get(low) == low
    if not named or side not in ("before", "after", "of"):
        return None
    other = point(toks, start + 2)
    if side == "of":
        inside = other if low in ("week", "weekend") else None
        return (Derived(inside[0], _week_of(low), "interval"), inside[1]) if inside else None
    step = -1 if side == "before" else 1
    if toks.low(start + 2) == ("last" if step < 0 else "next") and low in UNITS:
        precision = _PRECISIONS.get(low, "day")
        return Relative(lambda day: unit_span(day, UNITS[low], 2 * step), precision), start + 3
    target = _target(toks, start, step)
    if target is None or not isinstance(target[0], Relative):
        return None
    beside = target[0]
    if other:
        return Derived(other[0], _from_edge(beside.of, step), beside.precision), other[1]
    return Relative(beside.of, beside.precision, loose="unit"), start + 2


def _week_of(unit: str) -> Callable[[int, int, Precision], Span]:
    return lambda first, last, _: (unit_span(first, unit, 0)[0], unit_span(last, unit, 0)[1])


def _from_edge(of: Callable[[int], Span | None], step: int) -> Callable[[int, int, Precision], Span | None]:
    return lambda first, last, _: of(first if step < 0 else last)
