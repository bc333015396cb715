"""The grammar of calendar dates: days, months, years, seasons, feasts, decades, centuries, parts of them."""

from gsw_graph.dates.nodes import Calendar, Node
from gsw_graph.dates.tokens import Tokens
from gsw_graph.dates.words import (
    ERAS,
    FEAST_STARTS,
    FEASTS,
    HUNDREDS,
    MONTHS,
    NUMBERS,
    NUMERIC,
    ORDINALS,
    SEASONS,
    TENS,
    WEEKDAYS,
)

Parsed = tuple[Node, int] | None
_PIVOT = 69  # two-digit years: 69-99 are 19xx, 00-68 are 20xx, as POSIX reads them; never counted from today
_QUARTERS = {"1": 33, "2": 34, "3": 35, "4": 36}


def ordinal(toks: Tokens, i: int) -> tuple[int, int] | None:
    """Read "13th", "thirteenth", "twenty-first"."""
    low = toks.low(i)
    if toks.digits(i, 2):
        suffix = toks.low(i + 1) in ("st", "nd", "rd", "th") and toks.joined(i + 1)
        return (int(low), i + 2) if suffix else None
    if low in TENS:
        after = toks.skip(i + 1, "-")
        unit = ORDINALS.get(toks.low(after), 0)
        return (TENS[low] + unit, after + 1) if 0 < unit < 10 else None
    return (ORDINALS[low], i + 1) if low in ORDINALS else None


def number(toks: Tokens, i: int) -> tuple[int, int] | None:
    """Read "13", "three", "twenty-one"."""
    low = toks.low(i)
    if toks.digits(i, 6):
        return int(low), i + 1
    if low not in NUMBERS:
        return None
    after = toks.skip(i + 1, "-")
    unit = NUMBERS.get(toks.low(after), 0)
    return (TENS[low] + unit, after + 1) if low in TENS and 0 < unit < 10 else (NUMBERS[low], i + 1)


def month(toks: Tokens, i: int) -> tuple[int, int] | None:
    """Read a month's name; a dot belongs to an abbreviation only."""
    low = toks.low(i)
    if low not in MONTHS:
        return None
    dotted = toks.low(i + 1) == "." and toks.joined(i + 1) and len(low) <= 4 and low not in ("may", "june", "july")
    return MONTHS[low], i + 1 + dotted


def year(toks: Tokens, i: int, *, short: bool = False) -> tuple[int, int] | None:
    """Read "1987", "AD 79", "44 BC", "12,000 BCE", "'69", "nineteen eighty-four".

    Args:
        toks: The tokens.
        i: Position.
        short: Whether a number of three digits or of more than four is taken for a year without an era.
    """
    if ERAS.get(toks.low(i)) == 1 and toks.digits(i + 1):
        return int(toks.low(i + 1)), i + 2
    digits, after = toks.digits(i), i + 1
    if digits and toks.low(after) == "," and len(toks.digits(after + 1)) == 3 and toks.joined(after + 1):
        digits, after = digits + toks.low(after + 1), after + 2
    if digits:
        sign, end = era(toks, after)
        if sign and int(digits):
            return (int(digits) if sign > 0 else 1 - int(digits)), end
        plain = after == i + 1 and digits[0] != "0" and (len(digits) == 4 or (short and 3 <= len(digits) <= 6))
        return (int(digits), after) if plain else None
    if toks.low(i) == "'" and len(toks.digits(i + 1)) == 2 and toks.joined(i + 1):
        return _century_of(int(toks.low(i + 1))), i + 2
    return _spelled_year(toks, i)


def era(toks: Tokens, i: int) -> tuple[int, int]:
    """Read "BC", "CE", …: -1 or 1 and the position after, or 0 and the same position.

    Args:
        toks: The tokens.
        i: Position.
    """
    if toks.low(i) in ERAS:
        return ERAS[toks.low(i)], i + 1
    for letters, sign in (("b . c .", -1), ("a . d .", 1), ("b . c", -1)):
        after = toks.words(i, letters)
        if after is not None:
            return sign, after
    return 0, i


def _century_of(two_digits: int) -> int:
    return two_digits + (1900 if two_digits >= _PIVOT else 2000)


def _spelled_year(toks: Tokens, i: int) -> tuple[int, int] | None:
    hundreds = HUNDREDS.get(toks.low(i))
    if hundreds is None or hundreds == 10:
        return None
    i = toks.skip(i + 1, "-", "hundred and", "hundred")
    if toks.low(i) in ("oh", "o"):
        i = toks.skip(i + 1, "-")
        unit = NUMBERS.get(toks.low(i), 0)
        return (hundreds * 100 + unit, i + 1) if 0 < unit < 10 else None
    rest = number(toks, i)
    spelled = rest is not None and not toks.digits(i) and rest[0] >= 10
    return (hundreds * 100 + rest[0], rest[1]) if rest and spelled else None


def day_year(toks: Tokens, i: int) -> tuple[int, int] | None:
    """Read the year after a day or month: ", 2025", " 2025", " of 2025", ", AD 79"."""
    for start in (toks.skip(i, ",", "of the year", "of", "in the year", "in"), i):
        found = year(toks, start, short=True)
        if found:
            return found
    return None


def numeric(toks: Tokens, i: int) -> Parsed:
    """Read a date in figures: ISO, 17.08.2021, 08/17/2021 (month first unless the day is over 12)."""
    if not toks.digits(i) or (toks.joined(i) and toks.low(i - 1) in ".-/,:$"):
        return None
    for pattern, kind in NUMERIC:
        match = pattern.match(toks.text, toks.items[i].start)
        if not match:
            continue
        node = _numeric_node(match.groupdict(), kind)
        after = toks.at(match.end())
        end = len(toks) if after is None else after
        return (node, end) if node and node.exists and not _runs_on(toks, end) else None
    return None


def _runs_on(toks: Tokens, i: int) -> bool:
    return toks.joined(i) and toks.low(i) in ("-", "/", "_") and toks.joined(i + 1) and toks.digits(i + 1) != ""


def _numeric_node(parts: dict[str, str | None], kind: str) -> Calendar | None:
    y = int(parts["y"] or 0)
    if kind in ("iso", "iso-month"):
        return (
            Calendar(y, int(parts["m"] or 0), int(parts["d"] or 0))
            if parts.get("d")
            else Calendar(y, int(parts["m"] or 0))
        )
    one, two = int(parts["a"] or 0), int(parts["b"] or 0)
    flag = ""
    if len(parts["y"] or "") == 2:
        y, flag = _century_of(y), "?"
    if parts["sep"] == "." or one > 12:
        return Calendar(y, two, one, flag=flag)
    # Both could be the month: month first, as in the United States, and the value says that it is uncertain.
    return Calendar(y, one, two, flag="?" if two <= 12 and one != two else flag)


def calendar(toks: Tokens, i: int) -> Parsed:
    """Read a day, month, feast, season, quarter or half, with or without a year, or a year alone."""
    found = numeric(toks, i)
    if found:
        return found
    day_of_week, start = None, i
    if toks.low(i) in WEEKDAYS:
        day_of_week = WEEKDAYS[toks.low(i)]
        dot = toks.low(i + 1) == "." and len(toks.low(i)) <= 5 and toks.joined(i + 1)
        start = toks.skip(toks.skip(i + 1 + dot, ","), "the")
        if toks.words(i + 1 + dot, "in", "of"):
            return None
        return _day(toks, start, day_of_week) or numeric(toks, start)
    # "the May 2020 riots": the article is the noun's.
    start = i if toks.low(i + 1) in MONTHS else toks.skip(i, "the")
    for read in (_feast, _day, _month, _season, _division):
        found = read(toks, start)
        if found:
            return found
    start = toks.skip(i, "the year", "year")
    bare = year(toks, start, short=start > i)
    return (Calendar(bare[0]), bare[1]) if bare else None


def _day(toks: Tokens, i: int, day_of_week: int | None = None) -> Parsed:
    found = month(toks, i)
    if found:
        day = ordinal(toks, toks.skip(found[1], "the")) or _two_digits(toks, found[1])
        m, after = found[0], day[1] if day else i
    else:
        day = ordinal(toks, i) or _two_digits(toks, i)
        named = month(toks, toks.skip(day[1], "day of", "of", "-")) if day else None
        if named is None:
            return None
        m, after = named
    if day is None:
        return None
    stated = day_year(toks, toks.skip(after, "-") if not found else after)
    node = Calendar(stated[0] if stated else None, m, day[0], weekday=day_of_week)
    return (node, stated[1] if stated else after) if node.exists and day[0] else None


def _two_digits(toks: Tokens, i: int) -> tuple[int, int] | None:
    low = toks.digits(i, 2)
    if not low:
        return None
    # "March 5,000", "5.30", "May 5%" and "5:30" are amounts and clock times.
    glued = toks.joined(i + 1) and toks.low(i + 1) in (",", ".", ":") and toks.digits(i + 2) != ""
    amount = (glued and toks.joined(i + 2)) or toks.low(i + 1) == "%"
    return None if amount else (int(low), i + 1)


def _month(toks: Tokens, i: int) -> Parsed:
    found = month(toks, i)
    if not found:
        return None
    stated = day_year(toks, found[1])
    if toks.low(found[1]) == "'" and not stated:
        return None
    return Calendar(stated[0] if stated else None, found[0]), stated[1] if stated else found[1]


def _feast(toks: Tokens, i: int) -> Parsed:
    if toks.low(i) not in FEAST_STARTS:
        return None
    for size in (5, 4, 3, 2, 1):
        name = tuple(toks.low(i + n) for n in range(size))
        if name in FEASTS:
            stated = day_year(toks, i + size)
            node = Calendar(stated[0] if stated else None, feast=FEASTS[name])
            return node, stated[1] if stated else i + size
    return None


def _season(toks: Tokens, i: int) -> Parsed:
    code = SEASONS.get(toks.low(i))
    if code is None:
        return None
    stated = day_year(toks, i + 1)
    if not stated:
        return Calendar(sub=code), i + 1
    # "the winter of 1987-88" and "1987/88" name the year in which the winter began.
    after = stated[1]
    second = toks.digits(after + 1)
    if code == 24 and toks.low(after) in ("-", "/") and second and int(second) % 100 == (stated[0] + 1) % 100:
        after += 2
    return Calendar(stated[0], sub=code), after


def _division(toks: Tokens, i: int) -> Parsed:
    """Read "Q3 2024", "2024 Q3"."""
    if toks.low(i) == "q" and toks.joined(i + 1) and toks.low(i + 1) in _QUARTERS:
        stated = day_year(toks, i + 2)
        return (Calendar(stated[0], sub=_QUARTERS[toks.low(i + 1)]), stated[1]) if stated else None
    if toks.low(i + 1) == "q" and len(toks.digits(i)) == 4 and toks.low(i + 2) in _QUARTERS:
        return Calendar(int(toks.low(i)), sub=_QUARTERS[toks.low(i + 2)]), i + 3
    return None
