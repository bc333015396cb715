"""The grammar of counted dates: "two days later", "a few weeks ago", "three weeks before 3 June 2011"."""

from collections.abc import Callable

from gsw_graph.dates import days as d
from gsw_graph.dates.absolute import Parsed, number
from gsw_graph.dates.edtf import Precision
from gsw_graph.dates.nodes import Derived, Node, Relative, Span
from gsw_graph.dates.tokens import Tokens
from gsw_graph.dates.words import UNITS

_PRECISIONS: dict[str, Precision] = {"month": "month", "year": "year", "decade": "year", "century": "year"}
# How many units a vague number means. Approximate values widen on reading, so these are the middle of it.
_VAGUE = {
    "few": {"day": (4, 5), "": (3, 5)},
    "several": {"day": (5, 8), "": (4, 8)},
    "some": {"day": (5, 8), "": (3, 9)},
    "many": {"": (5, 15)},
    "": {"day": (5, 10), "week": (3, 8), "month": (3, 10), "year": (3, 19), "": (2, 5)},
}
_ABOUT = (
    "about",
    "around",
    "nearly",
    "almost",
    "roughly",
    "approximately",
    "some",
    "over",
    "more than",
    "just over",
)
_BACK = ("ago", "earlier", "before", "previously", "prior", "back")
_FORTH = ("later", "after", "afterwards", "afterward", "hence", "from now", "thereafter", "on")


def unit_span(day: int, unit: str, offset: int, count: int = 1) -> Span:
    """Return first and last day of the week, month, … that lies `offset` units from the one with a day.

    Args:
        day: Day number.
        unit: A value of `UNITS`.
        offset: How many units on; negative for back.
        count: How many units.
    """
    y, m, _ = d.from_days(day)
    if unit in ("week", "weekend", "fortnight"):
        monday = day - d.weekday(day) + 7 * offset * (2 if unit == "fortnight" else 1)
        return (monday + 5, monday + 6) if unit == "weekend" else (monday, monday + (13 if unit == "fortnight" else 6))
    if unit == "month":
        return d.month_span(y, m + offset, count)
    size = {"year": 1, "decade": 10, "century": 100}.get(unit)
    return d.year_span(y - y % size + offset * size, count * size) if size else (day + offset, day + offset)


def count_of(toks: Tokens, i: int) -> tuple[tuple[int, int] | str, int] | None:
    """Read how many: an exact number as a pair, a vague one by its name.

    Args:
        toks: The tokens.
        i: Position.
    """
    for phrase, meaning in (("a few", "few"), ("several", "several"), ("some", "some"), ("many", "many")):
        after = toks.words(i, phrase)
        if after is not None and toks.low(after).endswith("s"):
            return meaning, after
    after = toks.words(i, "a couple of", "a couple")
    if after is not None:
        return (2, 3), after
    exact = number(toks, i)
    if exact:
        return (exact[0], exact[0]), exact[1]
    if toks.low(i) in ("a", "an"):
        return (1, 1), i + 1
    return ("", i) if toks.low(i) in UNITS and toks.low(i).endswith("s") else None


def steps(count: tuple[int, int] | str, unit: str) -> tuple[int, int]:
    """Return the least and most that a count means.

    Args:
        count: What `count_of` read.
        unit: A value of `UNITS`.
    """
    if isinstance(count, tuple):
        return count
    return _VAGUE[count].get(unit) or _VAGUE[count][""]


def by_steps(day: int, unit: str, low: int, high: int) -> Span:
    """Return what lies `low` to `high` units from a day.

    Args:
        day: Day number.
        unit: A value of `UNITS`.
        low: The lesser number of units, negative for back.
        high: The greater one.
    """
    if unit in ("week", "fortnight"):
        size = 7 if unit == "week" else 14
        return day + size * low, day + size * high
    if unit == "weekend":
        return unit_span(day, unit, low)[0], unit_span(day, unit, high)[1]
    month = d.from_days(day)
    if unit == "decade":
        return d.year_span(month[0] + 10 * low)[0], d.year_span(month[0] + 10 * high)[1]
    if unit == "century":
        return d.year_span(month[0] + 100 * low)[0], d.year_span(month[0] + 100 * high)[1]
    return unit_span(day, unit, low)[0], unit_span(day, unit, high)[1]


def _shift(count: tuple[int, int] | str, unit: str, sign: int, about: bool, loose: str = "") -> Relative:
    low, high = sorted(sign * n for n in steps(count, unit))
    precision, flag = _shift_unit(count, unit, about)
    return Relative(lambda day: by_steps(day, unit, low, high), precision, flag, loose)


def _shift_of(node: Node, count: tuple[int, int] | str, unit: str, sign: int, about: bool) -> Derived:
    low, high = sorted(sign * n for n in steps(count, unit))
    precision, flag = _shift_unit(count, unit, about)

    def of(first: int, last: int, _: Precision) -> Span:
        return by_steps(first, unit, low, high)[0], by_steps(last, unit, low, high)[1]

    return Derived(node, of, precision, flag)


def _shift_unit(count: tuple[int, int] | str, unit: str, about: bool) -> tuple[Precision, str]:
    # "Two weeks later" is a day of about then: a week is approximate on the day, a decade on the year.
    vague = about or isinstance(count, str) or unit in ("week", "fortnight", "decade", "century")
    precision = _PRECISIONS.get(unit, "day")
    return ("interval" if unit == "weekend" else precision), "~" if vague else ""


def counted(toks: Tokens, i: int, point: Callable[[Tokens, int], Parsed]) -> Parsed:
    """Read "two days later", "a few weeks ago", "months earlier", "three weeks before 3 June 2011".

    Args:
        toks: The tokens.
        i: Position.
        point: Reads any date that is no range.
    """
    start = toks.skip(i, *_ABOUT)
    about = start > i
    if toks.low(i) == "some" and number(toks, start) is None:
        start, about = i, False
    if toks.words(start, "half a year") is not None:
        count: tuple[tuple[int, int] | str, int] | None = ((6, 6), start + 2)
        unit, after = "month", start + 3
    else:
        count = count_of(toks, start)
        unit, after = (UNITS.get(toks.low(count[1]), ""), count[1] + 1) if count else ("", start)
    if count is None or not unit:
        return None
    timed = toks.words(toks.skip(after, "'", "'s"), "time")
    if toks.low(start - 1) == "in" and timed is not None and timed > after + 1:
        return _shift(count[0], unit, 1, about), timed
    if toks.low(start - 1) == "in" and after == len(toks):
        return _shift(count[0], unit, 1, about, loose="duration"), after
    for words, sign in ((_BACK, -1), (_FORTH, 1)):
        for word in words:
            end = toks.words(after, word)
            if end is None:
                continue
            if word in ("before", "after", "prior"):
                other = point(toks, toks.skip(end, "to"))
                if other:
                    return _shift_of(other[0], count[0], unit, sign, about), other[1]
                return _shift(count[0], unit, sign, about, loose="unit"), end
            return _shift(count[0], unit, sign, about, loose="unit" if word in ("on", "back") else ""), end
    return None
