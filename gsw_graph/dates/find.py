"""Date phrases in a text, with their places."""

import re
from typing import NamedTuple

from gsw_graph.dates.grammar import date
from gsw_graph.dates.nodes import Between, Calendar, Derived, Flagged, Node, Open, Relative
from gsw_graph.dates.tokens import Token, Tokens
from gsw_graph.dates.words import (
    DAY_PARTS,
    DECADE_WORDS,
    ERAS,
    FEAST_STARTS,
    MONTHS,
    NUMBERS,
    ORDINALS,
    PARTS,
    SEASONS,
    UNITS,
    WEEKDAYS,
    words,
)

_BEFORE, _AFTER, _STARTS = 60, 110, 6  # characters read around a core word; tokens tried before it
_CORE_WORDS = (
    set(MONTHS) | set(WEEKDAYS) | set(SEASONS) | set(UNITS) | set(DECADE_WORDS) | DAY_PARTS
    | (set(ERAS) - {"ad"}) | FEAST_STARTS
    | words("yesterday today tonight tomorrow half quarter q sixteen seventeen eighteen nineteen twenty")
)  # fmt: skip
_CORE = re.compile(r"[0-9]{1,2}[/.][0-9]{1,2}[/.][0-9]{2}|[0-9]+(?:st|nd|rd|th|s)?\b|[A-Za-z]+")
_STARTERS = (
    _CORE_WORDS | set(NUMBERS) | set(ORDINALS) | set(PARTS) | set(ERAS) | words(
        "the a an last next past this that same previous following preceding prior coming upcoming few",
        "several some many earlier later from between since until till before after by through up ever",
        "starting no around about circa c ca approximately roughly sometime possibly perhaps probably maybe",
        "presumably nearly almost over more just year final '",
    )
)  # fmt: skip
_AMBIGUOUS_LOWER = frozenset(("may", "march", "mar", "sun", "sat", "wed", "sep", "dec", "jan"))
_NAMES = frozenset(("april", "may", "june", "august"))  # months that are people's names
_FIRM = words("in during since until till late early mid last next this through throughout")
_PREPOSITIONS = _FIRM | words("of by from to before after on at for between and around about over circa")
_RECURRING = frozenset(("every", "each", "any", "per", "most", "alternate", "another", "one", "some", "many"))
_GOES_ON = words(
    "a an the and or but nor so yet he she they we i it you his her their our its my this that these those",
    "there who whom which when where while as at in on by for from to with without into of after before",
    "until since if because was were is are had has have did would will could should can must than then not",
    "only just all nobody someone everyone both what how about during under over near through between",
)
_COUNTED = words(
    "people men women children members soldiers troops workers students homes houses copies dollars euros",
    "pounds words miles metres meters km kilometres kilometers feet tons tonnes percent years year days",
    "hours minutes seconds months weeks votes times units pages points pieces seats others visitors",
    "residents employees sheep horses acres species cases deaths jobs guests items lives rpm mg ml kg volts",
    "watts calories steps",
)

_OF_A_LIFE = words(
    "born died crowned killed buried founded baptised baptized christened consecrated ordained canonised",
    "canonized martyred murdered assassinated beheaded slain enthroned deposed excommunicated abdicated",
)
_AFTER_A_LIFE = 6  # words between the verb and "in": "consecrated bishop of Orm in 967"


class DateSpan(NamedTuple):
    """A date phrase in a text."""

    start: int
    """First character."""
    end: int
    """One past the last."""
    phrase: str
    relative: bool
    """Whether its value depends on an anchor (also a date without a year)."""


def find_dates(text: str) -> list[DateSpan]:
    """Return the date phrases of an English text in order, the longest at each place, none overlapping.

    Args:
        text: Any text.
    """
    found: list[DateSpan] = []
    free = 0
    for match in _CORE.finditer(text):
        start = match.start()
        if start < free or not _is_core(match[0]):
            continue
        span = _around(text, start, match.end(), free)
        if span:
            found.append(span)
            free = span.end
    return found


def _is_core(word: str) -> bool:
    if word[0] > "9":
        return word.lower() in _CORE_WORDS
    return (len(word) > 2 or word[-1] > "9") and len(word) < 12


def _around(text: str, core: int, core_end: int, free: int) -> DateSpan | None:
    """Return the date phrase that holds the core word, read from the earliest token that begins one."""
    begin = max(free, core - _BEFORE)
    if begin > free:
        # The window must not begin inside a word: "forgotten 5 days ago" holds no ten.
        space = text.find(" ", begin, core)
        begin = space if space >= 0 else core
    toks = Tokens(text, begin, min(len(text), core_end + _AFTER))
    if core_end + _AFTER < len(text) and toks.items and toks.items[-1].end >= core_end + _AFTER:
        toks.items.pop()
    at = toks.at(core)
    if at is None:
        return None
    for i in range(max(0, at - _STARTS), at + 1):
        if toks.low(i) not in _STARTERS and not toks.digits(i):
            continue
        found = date(toks, i)
        if found and found[1] > at and _means_a_date(toks, i, found[1], found[0]):
            first, last = toks.items[i], toks.items[found[1] - 1]
            return DateSpan(first.start, last.end, text[first.start : last.end], found[0].needs)
    if not _early_year_fits(toks, at):
        return None
    year = toks.items[at]
    return DateSpan(year.start, year.end, year.text, False)


def _means_a_date(toks: Tokens, i: int, end: int, node: Node) -> bool:
    """Return whether the surroundings speak for a date and not for a name, an amount, a verb or a habit."""
    if toks.low(i - 1) in _RECURRING or _cut_off(toks, i, end) or _miscased(toks.items[i:end]):
        return False
    if isinstance(node, Between):
        return _range_fits(toks, i, end, node)
    prefixed = isinstance(node, (Open, Flagged, Derived))
    inner = node
    while isinstance(inner, (Open, Flagged, Derived)):
        inner = inner.node
    if isinstance(inner, Relative):
        return _relative_fits(toks, i, end, inner, prefixed)
    if not isinstance(inner, Calendar):
        return True
    if inner.year is not None and not (inner.month or inner.sub or inner.feast):
        return _year_fits(toks, i, end, prefixed)
    if inner.year is not None or inner.day:
        return True
    if inner.month:
        return _month_fits(toks, i, end, isinstance(node, Derived))
    before = toks.low(i) if prefixed else toks.low(i - 1)
    if inner.feast:
        return (prefixed or before in _PREPOSITIONS) and _closes(toks, end)
    return toks.low(i) == "the" and before in ("in", "during", "that") and _closes(toks, end)


def _cut_off(toks: Tokens, i: int, end: int) -> bool:
    """Return whether the phrase is glued to something else: "v1987", "1987-A", "$1987", "#2020"."""
    glued_before = toks.joined(i) and toks.low(i - 1) in (
        "$",
        "£",
        "€",
        "#",
        "-",
        "/",
        "_",
        "@",
        ".",
        ":",
        "+",
        "=",
        "\\",
    )
    if glued_before and not (toks.low(i - 1) == "-" and toks.raw(i - 1) == "—"):
        return True
    letters_before = toks.joined(i) and toks.low(i - 1).isalnum() and toks.low(i) != "'"
    after = toks.low(end)
    glued_after = toks.joined(end) and (after.isalnum() or after in ("_", "%", "=", "@", "°"))
    hyphen = toks.joined(end) and toks.raw(end) == "-" and toks.joined(end + 1) and toks.low(end + 1).isalnum()
    decimal = toks.joined(end) and after in (".", ",", ":") and toks.joined(end + 1) and toks.digits(end + 1) != ""
    numeric = decimal and toks.digits(end - 1, 20) != ""
    return letters_before or glued_after or hyphen or numeric


def _miscased(items: list[Token]) -> bool:
    """Return whether a word that is a month or weekday only with a capital stands there in lower case."""
    explicit = any(t.low in ("st", "nd", "rd", "th") or re.fullmatch("[0-9]{4}", t.low) for t in items)
    return not explicit and any(t.low in _AMBIGUOUS_LOWER and t.text == t.low for t in items)


def _closes(toks: Tokens, end: int) -> bool:
    """Return whether the phrase is over: punctuation, the end, or a word that begins something new."""
    after = toks.raw(end)
    return not after or not after[0].isalnum() and after not in ("'", "’s", "'s") or after in _GOES_ON


def _range_fits(toks: Tokens, i: int, end: int, node: Between) -> bool:
    ends = (node.first, node.last)
    years = [isinstance(e, Calendar) and e.year is not None and not (e.month or e.sub or e.feast) for e in ends]
    if all(years):
        last = node.last.year if isinstance(node.last, Calendar) else None
        return toks.low(end) not in _COUNTED and last is not None and 1000 <= last < 2200
    if any(isinstance(e, Calendar) and e.sub and e.year is None for e in ends):
        return False
    bare = [isinstance(e, Calendar) and e.needs and not e.day for e in ends]
    return not all(bare) or all(t.text[0].isupper() for t in toks.items[i:end] if t.low in MONTHS)


def _relative_fits(toks: Tokens, i: int, end: int, node: Relative, prefixed: bool) -> bool:
    if node.loose == "weekday":
        core = next((t for t in toks.items[i:end] if t.low in WEEKDAYS), None)
        if (
            core is None
            or len(core.low) < 6
            or (not core.text[0].isupper() and toks.low(i - 1) != "on" and not prefixed)
        ):
            return False
        before, after = toks.raw(i - 1), toks.raw(end)
        named = before[:1].isupper() and before.lower() not in _GOES_ON and not prefixed
        return not named and not after[:1].isupper()
    if node.loose == "duration":
        return False
    if node.loose == "ordinal":
        spelled = not toks.digits(i + 1) and not toks.digits(end - 2)
        return (toks.low(i - 1) == "on" or prefixed) and not spelled and _closes(toks, end)
    if node.loose == "unit":
        after = toks.low(end)
        return (
            not after or not after[0].isalnum() or after in ("and", "but", "he", "she", "they", "we", "i", "it", "when")
        )
    if toks.low(end - 1) in SEASONS or toks.low(end - 1) in FEAST_STARTS:
        return not toks.raw(end)[:1].isupper()
    return _not_idiom(toks, i, end)


def _not_idiom(toks: Tokens, i: int, end: int) -> bool:
    """Return whether it isn't "the last day of school" or "that day when"."""
    if toks.low(i) == "the" and toks.low(i + 1) in ("last", "final") and toks.low(end) == "of":
        return False
    return not (toks.low(i) == "that" and toks.low(i + 1) == "day" and toks.low(end) == "when")


def _year_fits(toks: Tokens, i: int, end: int, prefixed: bool) -> bool:
    """Return whether a lone number is a year: after a preposition, in parentheses, as in "the 1987 fire"."""
    word = toks.digits(end - 1)
    if not word and toks.low(end - 1) in NUMBERS:
        return prefixed or toks.low(i - 1) in _PREPOSITIONS
    if not word or toks.low(i) in ("year", "'") or toks.low(i) in ERAS or "year" in (toks.low(i + 1), toks.low(i - 1)):
        return True
    amount = int(word) % 50 == 0 or not 1700 <= int(word) < 2100 or toks.low(i - 1) != "in"
    if (amount and toks.low(end) in _COUNTED) or (toks.low(end) in ("million", "billion", "thousand", "hundred")):
        return False
    if not 1000 <= int(word) < 2200 or len(word) != 4:
        return False
    before, after = toks.low(i - 1), toks.low(end)
    if prefixed:
        return int(word) >= 1400 or toks.low(i) in _FIRM or not after.isalpha() or after in _GOES_ON
    if before in _PREPOSITIONS or before in PARTS:
        return int(word) >= 1100 and (before in ("in", "of", "since", "during", "until") or _closes(toks, end))
    if before == "(" or (before in (",", "-", "–") and after == ")"):
        return int(word) >= 1100 and after in (")", ",", ";", "-")
    determined = before in ("the", "his", "her", "their", "that", "its")
    return 1400 <= int(word) <= 2100 and determined and (after.isalpha() and toks.raw(end).islower() or not after)


def _early_year_fits(toks: Tokens, at: int) -> bool:
    """Return whether a lone number is a year before 1100: as in "born in 987", and no noun is counted by it."""
    word = toks.digits(at, 4)
    if len(word) < 3 or word[0] == "0" or int(word) >= 1100 or toks.low(at - 1) != "in":
        return False
    for before in range(at - 2, at - 3 - _AFTER_A_LIFE, -1):
        if toks.low(before) in _OF_A_LIFE:
            return not _cut_off(toks, at, at + 1) and _closes(toks, at + 1)
        if not toks.low(before).isalpha():
            return False
    return False


def _month_fits(toks: Tokens, i: int, end: int, part: bool) -> bool:
    """Return whether a lone month's name is the month: not a verb, not a person."""
    at = next((n for n in range(i, end) if toks.low(n) in MONTHS), i)
    if not toks.raw(at)[0].isupper() or (toks.low(at) == "may" and toks.raw(at) == "MAY"):
        return False
    before, after = toks.low(at - 1), toks.raw(end)
    if len(toks.low(at)) < 5 and toks.low(at) not in ("may", "june", "july"):
        return False
    if after[:1].isupper() or toks.digits(end) or (toks.low(at) in _NAMES and after in ("'s", "’s")):
        return False
    return part or before in (_FIRM if toks.low(at) in _NAMES else _PREPOSITIONS)
