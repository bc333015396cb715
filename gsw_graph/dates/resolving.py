"""From a date phrase to a `DateValue`."""

from gsw_graph.dates import edtf
from gsw_graph.dates.grammar import date
from gsw_graph.dates.nodes import Calendar, Node, Value
from gsw_graph.dates.tokens import Tokens
from gsw_graph.errors import InputError
from gsw_graph.records import DateValue

_LONGEST = 200
_LEADING = ("in", "on", "at", "during", "of", "for", "within", "over")


def resolve(phrase: str, anchor: DateValue | None = None) -> DateValue | None:
    """Return what a date phrase means, or None if it is no date phrase.

    An absolute phrase never looks at the anchor, except that a date without a year takes the anchor's year,
    or the one next to it if that is 270 days nearer. A relative one without an anchor, or with an unbounded
    one, is unknown (EDTF "", no bounds), never counted from today.

    Args:
        phrase: The words, or an EDTF value.
        anchor: The date that the text is at.
    """
    text = phrase.strip()
    if not text or len(text) > _LONGEST:
        return None
    known = edtf.parse(text)
    if known:
        return _record(phrase, Value(text, known[2]))
    # A full stop at the end may be a part of the phrase: "3 May 2020 at 10 a.m."
    node = _whole(text.strip('.,;:!()[]"“” ')) or _whole(text)
    if node is None:
        return None
    value = node.value(_span(anchor))
    if value is None or edtf.parse(value.edtf) is None:
        return _record(phrase, Value("", "unknown")) if node.needs else None
    return _record(phrase, value, anchor.edtf if anchor and node.needs else None)


def _whole(text: str) -> Node | None:
    toks = Tokens(text)
    starts = [0] + ([1] if toks.low(0) in _LEADING else [])
    for start in starts:
        found = date(toks, start)
        if found and found[1] == len(toks):
            return found[0]
        # Alone, or after "in", a number of three digits can only be a year; inside a text `find_dates` decides.
        lone = toks.digits(start, 3) if len(toks) == start + 1 else ""
        if len(lone) == 3 and lone[0] != "0":
            return Calendar(int(lone))
    return None


def _span(anchor: DateValue | None) -> tuple[int, int] | None:
    if anchor is None or anchor.earliest is None or anchor.latest is None:
        return None
    return anchor.earliest, anchor.latest


def _record(phrase: str, value: Value, anchor: str | None = None) -> DateValue:
    earliest, latest = edtf.bounds(value.edtf)
    return DateValue(
        phrase=phrase,
        edtf=value.edtf,
        earliest=earliest,
        latest=latest,
        precision=value.precision,
        inferred=anchor is not None,
        anchor=anchor or "",
    )


def edtf_of(phrase: str) -> str:
    """Return a date that a user gives, in words or as EDTF, as EDTF; "" if none is given.

    Args:
        phrase: The user's words.

    Raises:
        InputError: They are no date.
    """
    value = resolve(phrase) if phrase else None
    if phrase and (value is None or not value.edtf):
        raise InputError(f"{phrase!r} is no date.", hint="--dated 2019-03-04")
    return value.edtf if value else ""
