"""The English words that dates are made of."""

import re
from collections.abc import Callable

from gsw_graph.dates import days as d


def words(*lines: str) -> frozenset[str]:
    """Return the set of the words of some lines."""
    return frozenset(word for line in lines for word in line.split())


def _list(line: str) -> list[str]:
    return line.split()


_MONTH_NAMES = _list("january february march april may june july august september october november december")
_WEEKDAY_NAMES = _list("monday tuesday wednesday thursday friday saturday sunday")
MONTHS = {name[:size]: n for n, name in enumerate(_MONTH_NAMES, 1) for size in (3, len(name))} | {"sept": 9}
WEEKDAYS = {name: n for n, name in enumerate(_WEEKDAY_NAMES)}
WEEKDAYS |= {
    **{name[:3]: n for n, name in enumerate(_WEEKDAY_NAMES)},
    "tues": 1,
    "weds": 2,
    "thur": 3,
    "thurs": 3,
}
SEASONS = {
    "spring": 21,
    "summer": 22,
    "autumn": 23,
    "fall": 23,
    "winter": 24,
    "springtime": 21,
    "summertime": 22,
}
SEASONS |= {"wintertime": 24}
UNITS = {
    unit + plural: unit
    for unit in (
        "day",
        "week",
        "fortnight",
        "month",
        "year",
        "decade",
        "weekend",
        "night",
        "evening",
        "morning",
    )
    for plural in ("", "s")
} | {"century": "century", "centuries": "century"}
DAY_PARTS = words(
    "morning afternoon evening night dawn dusk noon midnight sunrise sunset midday daybreak nightfall day"
)

_ONES = _list("one two three four five six seven eight nine ten eleven twelve")
_TEENS = _list("thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
TENS = {name: n * 10 for n, name in enumerate(_list("twenty thirty forty fifty sixty seventy eighty ninety"), 2)}
NUMBERS = {name: n for n, name in enumerate(_ONES + _TEENS, 1)} | TENS
_IRREGULAR = {"first": 1, "second": 2, "third": 3, "fifth": 5, "eighth": 8, "ninth": 9, "twelfth": 12}
_IRREGULAR |= {name[:-1] + "ieth": n for name, n in TENS.items()}
ORDINALS = _IRREGULAR | {name + "th": n for name, n in NUMBERS.items() if n < 20 and n not in _IRREGULAR.values()}
DECADE_WORDS = {name[:-1] + "ies": n for name, n in TENS.items()}
ERAS = {"bc": -1, "bce": -1, "ad": 1, "ce": 1}
HUNDREDS = {name: n for name, n in NUMBERS.items() if 10 <= n <= 20}

PARTS = {
    "early": "early",
    "mid": "mid",
    "middle": "mid",
    "late": "late",
    "beginning": "early",
    "start": "early",
}
PARTS |= {"end": "late", "close": "late"}
LAST = words("last past previous preceding prior")
NEXT = words("next following coming upcoming subsequent ensuing")
SAME = words("this that same")


def _feast(month: int, day: int) -> Callable[[int], int]:
    return lambda year: d.to_days(year, month, day)


def _from_easter(offset: int) -> Callable[[int], int]:
    return lambda year: d.easter(year) + offset


def _nth(month: int, weekday: int, nth: int) -> Callable[[int], int]:
    return lambda year: d.nth_weekday(*d.month_span(year, month), weekday, nth) or 0


FEASTS: dict[tuple[str, ...], Callable[[int], int]] = {
    tuple(name.split()): feast
    for names, feast in (
        ("christmas|christmas day|xmas", _feast(12, 25)),
        ("christmas eve", _feast(12, 24)),
        ("boxing day", _feast(12, 26)),
        ("new year 's eve|new years eve", _feast(12, 31)),
        ("new year 's day|new years day", _feast(1, 1)),
        ("halloween|hallowe ' en", _feast(10, 31)),
        ("all saints ' day|all saints day", _feast(11, 1)),
        ("valentine 's day|valentines day", _feast(2, 14)),
        ("st . patrick 's day|st patrick 's day", _feast(3, 17)),
        ("may day", _feast(5, 1)),
        ("bastille day", _feast(7, 14)),
        ("armistice day|veterans day", _feast(11, 11)),
        ("easter|easter sunday|easter day", _from_easter(0)),
        ("good friday", _from_easter(-2)),
        ("easter monday", _from_easter(1)),
        ("palm sunday", _from_easter(-7)),
        ("ash wednesday", _from_easter(-46)),
        ("whit sunday|pentecost", _from_easter(49)),
        ("thanksgiving|thanksgiving day", _nth(11, 3, 4)),
        ("labor day", _nth(9, 0, 1)),
        ("memorial day", _nth(5, 0, -1)),
    )
    for name in names.split("|")
}
FEAST_STARTS = frozenset(name[0] for name in FEASTS)

NUMERIC = (
    (re.compile(r"(?P<y>[0-9]{4})(?P<sep>[-/.])(?P<m>[0-9]{1,2})(?P=sep)(?P<d>[0-9]{1,2})(?![0-9])"), "iso"),
    (re.compile(r"(?P<y>[12][0-9]{3})-(?P<m>0[1-9]|1[0-2])(?![-0-9])"), "iso-month"),
    (re.compile(r"(?P<a>[0-9]{1,2})(?P<sep>[-/.])(?P<b>[0-9]{1,2})(?P=sep)(?P<y>[0-9]{4})(?![0-9])"), "dmy"),
    (re.compile(r"(?P<a>[0-9]{1,2})(?P<sep>/)(?P<b>[0-9]{1,2})(?P=sep)(?P<y>[0-9]{2})(?![0-9/])"), "dmy"),
)
CLOCK = re.compile(
    r"T?(?:[0-9]{1,2}(?::[0-9]{2}){1,2}(?:\.[0-9]{1,6})?(?:\s?[ap](?:m\b|\.m\.)|Z|[+-][0-9]{2}:[0-9]{2})?|[0-9]{1,2}\s?[ap](?:m\b|\.m\.))",
    re.IGNORECASE,
)
