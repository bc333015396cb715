"""The Extended Date/Time Format values that gsw-graph writes, and the days they cover.

Written are: day, month, year (`-0043` is 44 BC, `Y12024` is beyond 9999), decade `199X`, century `18XX`,
season `1987-22`, quarter `2024-35`, half year `2024-40`, each optionally with `~` (approximate), `?`
(uncertain) or `%` (both), and intervals `a/b`, `a/..`, `../b`, `a/`, `/b`. One extension: `Y12024-09-13`, as
EDTF has no days after 9999.

`~` and `%` widen the bounds: a day by 3 days on both sides, a month, season, quarter or half year by one
month, a year by one year, a decade by 5 years, a century by 25 years. `?` does not widen: it doubts the
statement, not its value.
"""

import re
from typing import Literal, NamedTuple

from gsw_graph.dates.days import from_days, is_day, month_span, to_days, year_span
from gsw_graph.errors import InputError
from gsw_graph.records import DateValue

Precision = Literal["day", "month", "season", "quarter", "year", "decade", "century", "interval", "unknown"]
Bounds = tuple[int | None, int | None]

_SINGLE = re.compile(
    r"(?:Y(?P<long>-?[1-9][0-9]{4,8})|(?P<sign>-?)(?P<digits>[0-9]{4}|[0-9]{3}X|[0-9]{2}XX))"
    r"(?:-(?P<month>[0-9]{2})(?:-(?P<day>[0-9]{2}))?)?(?P<flag>[~?%]?)"
)
# First month and number of months of EDTF's sub-year codes: seasons (northern; winter runs into the next
# year), quarters, halves.
_SUB_YEAR = {
    21: (3, 3), 22: (6, 3), 23: (9, 3), 24: (12, 3),
    33: (1, 3), 34: (4, 3), 35: (7, 3), 36: (10, 3),
    40: (1, 6), 41: (7, 6),
}  # fmt: skip
_WIDER_DAYS, _WIDER_YEARS = 3, {"year": 1, "decade": 5, "century": 25}


class _Single(NamedTuple):
    first: int
    last: int
    precision: Precision
    flag: str


def year_text(year: int) -> str:
    """Return a year as EDTF."""
    if abs(year) > 9999:
        return f"Y{year}"
    return f"-{-year:04d}" if year < 0 else f"{year:04d}"


def day_text(days: int) -> str:
    """Return a day number as an EDTF day."""
    year, month, day = from_days(days)
    return f"{year_text(year)}-{month:02d}-{day:02d}"


def range_text(first: int, last: int, precision: Precision = "interval", flag: str = "") -> str:
    """Return the shortest EDTF value that covers exactly the days from first to last.

    Args:
        first: First day.
        last: Last day.
        precision: The unit spoken of; a whole one is written as such (season, quarter, decade, century).
        flag: "~", "?", "%" or nothing; set on both ends of an interval.
    """
    whole = _whole_unit(first, last, precision)
    if whole:
        return whole + flag
    left, right = from_days(first), from_days(last + 1)
    if left[1:] == (1, 1) and right[1:] == (1, 1):
        begin, end = year_text(left[0]), year_text(right[0] - 1)
    elif left[2] == 1 and right[2] == 1:
        begin, end = day_text(first)[:-3], day_text(last)[:-3]
    else:
        begin, end = day_text(first), day_text(last)
    return begin + flag if begin == end else f"{begin}{flag}/{end}{flag}"


def _whole_unit(first: int, last: int, precision: Precision) -> str:
    year, month, _ = from_days(first)
    codes = {"season": range(21, 25), "quarter": range(33, 37)}.get(precision, range(0))
    for code in codes:
        if _SUB_YEAR[code][0] == month and month_span(year, *_SUB_YEAR[code]) == (first, last):
            return f"{year_text(year)}-{code}"
    size = {"decade": 10, "century": 100}.get(precision, 0)
    if not size or abs(year) > 9900:
        return ""
    # A decade before year 0 is written by its digits: -004X runs from -49 to -40.
    sign = "-" if year < 0 else ""
    text = f"{sign}{abs(year) // size:0{3 if size == 10 else 2}d}{'X' if size == 10 else 'XX'}"
    return text if bounds(text) == (first, last) else ""


def _single(text: str) -> _Single | None:
    match = _SINGLE.fullmatch(text)
    if not match:
        return None
    flag = match["flag"]
    digits = match["long"] or match["sign"] + match["digits"]
    month, day = int(match["month"] or 0), int(match["day"] or 0)
    if "X" in digits:
        return None if month or digits.startswith("-00X") else _unspecified(digits, flag)
    year = int(digits)
    if not month:
        return _Single(*year_span(year), "year", flag) if match["month"] is None else None
    if match["day"] is not None:
        whole = to_days(year, month, day) if is_day(year, month, day) else None
        return None if whole is None else _Single(whole, whole, "day", flag)
    if month in _SUB_YEAR:
        precision: Precision = "season" if month < 30 else "quarter" if month < 40 else "interval"
        return _Single(*month_span(year, *_SUB_YEAR[month]), precision, flag)
    return _Single(*month_span(year, month), "month", flag) if month <= 12 else None


def _unspecified(digits: str, flag: str) -> _Single:
    ends = sorted((int(digits.replace("X", "0")), int(digits.replace("X", "9"))))
    precision: Precision = "century" if digits.endswith("XX") else "decade"
    return _Single(to_days(ends[0]), year_span(ends[1])[1], precision, flag)


def _widened(single: _Single) -> tuple[int, int]:
    first, last, precision, flag = single
    if flag in ("", "?"):
        return first, last
    if precision == "day":
        return first - _WIDER_DAYS, last + _WIDER_DAYS
    left, right = from_days(first), from_days(last)
    years = _WIDER_YEARS.get(precision)
    if years:
        return to_days(left[0] - years), year_span(right[0] + years)[1]
    return month_span(left[0], left[1] - 1)[0], month_span(right[0], right[1] + 1)[1]


def parse(edtf: str) -> tuple[int | None, int | None, Precision] | None:
    """Return first day, last day and precision of an EDTF value, or None if it is none that we write.

    Args:
        edtf: The value; "" is the unknown date.
    """
    if not edtf:
        return None, None, "unknown"
    left, slash, right = edtf.partition("/")
    if not slash:
        single = _single(left)
        return (*_widened(single), single.precision) if single else None
    begin, end = _single(left), _single(right)
    is_open = ("", "..")
    if (begin is None and left not in is_open) or (end is None and right not in is_open):
        return None
    first = _widened(begin)[0] if begin else None
    last = _widened(end)[1] if end else None
    if first is None and last is None or (first is not None and last is not None and first > last):
        return None
    return first, last, "interval"


def bounds(edtf: str) -> Bounds:
    """Return the first and last day that an EDTF value covers, as days since 1970-01-01; None if unbounded.

    Args:
        edtf: A value as gsw-graph writes it; "" is the unknown date.

    Raises:
        InputError: The value is none of those.
    """
    parsed = parse(edtf)
    if parsed is None:
        raise InputError(
            f"{edtf[:60]!r} is not a date value that gsw-graph knows.",
            hint='a day, month or year such as "2021-08-17", "2021-08" or "2021/2022".',
        )
    return parsed[0], parsed[1]


def overlaps(one: DateValue, other: DateValue) -> bool:
    """Return whether two dates can mean a common day; an unknown date overlaps nothing.

    Args:
        one: A date.
        other: Another.
    """
    if not one.edtf or not other.edtf:
        return False
    starts_in_time = one.earliest is None or other.latest is None or one.earliest <= other.latest
    return starts_in_time and (other.earliest is None or one.latest is None or other.earliest <= one.latest)


def contains(outer: DateValue, inner: DateValue) -> bool:
    """Return whether every day that `inner` can mean lies in `outer`; an unknown date takes no part.

    Args:
        outer: The wider date ("March 2025").
        inner: The narrower one (a day of it).
    """
    if not outer.edtf or not inner.edtf:
        return False
    begins = outer.earliest is None or (inner.earliest is not None and outer.earliest <= inner.earliest)
    return begins and (outer.latest is None or (inner.latest is not None and inner.latest <= outer.latest))
