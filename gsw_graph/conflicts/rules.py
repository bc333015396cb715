"""When two statements contradict each other: pure rules, each of which rather misses a conflict than invents one."""

from collections.abc import Collection
from math import inf
from typing import NamedTuple

from gsw_graph.dates import bounds
from gsw_graph.names import fold

Days = tuple[float, float]
"""First and last day, in days since 1970-01-01."""


class Told(NamedTuple):
    """What one claim says of a role or state: where it stands, and when that holds, in days since 1970-01-01."""

    claim: str
    document: str
    chapter: str
    scene: int
    valid_from: int | None
    valid_to: int | None
    open: bool | None
    seen_from: int | None
    seen_to: int | None
    interval: str = ""
    """The interval that the claim itself states, as EDTF."""

    @property
    def is_dated(self) -> bool:
        """Whether anything is known of when it holds."""
        return bool(self.interval) or any(
            day is not None for day in (self.valid_from, self.valid_to, self.seen_from, self.seen_to)
        )


def sure_days(told: Told) -> Days | None:
    """Return the days on which a statement holds for sure; None if there are none: "in 2019" is some day of it.

    Args:
        told: What the claim says.
    """
    if "/" in told.interval:
        left, _, right = told.interval.partition("/")
        first = bounds(left)[1] if left not in {"", ".."} else None
        last = bounds(right)[0] if right not in {"", ".."} else inf if right == ".." else None
        if first is None or last is None:
            known = first if last is None else last  # one end: it held on that day
            return None if known is None or known == inf else (known, known)
        return (first, last) if first <= last else None
    for first, last in (bounds(told.interval), (told.seen_from, told.seen_to), (told.valid_from, told.valid_to)):
        if first is not None and first == last:
            return first, first
    return None


def is_denied(kind: str, asserted: Told, denied: Told, sure: Days | None, sure_not: Days | None) -> bool:
    """Say whether one statement denies the other.

    Dated ones do if they hold on a common day for sure. Undated ones do if nothing tells which is the later: a role in
    one chapter or in two documents, a state, which comes and goes, in one scene. A dated and an undated one never do.

    Args:
        kind: "role" or "state".
        asserted: The one statement.
        denied: The other.
        sure: Days on which the first holds for sure.
        sure_not: Days on which the second holds for sure.
    """
    if sure and sure_not:
        return sure[0] <= sure_not[1] and sure_not[0] <= sure[1]
    if asserted.is_dated or denied.is_dated:
        return False
    if kind == "state":
        return (asserted.chapter, asserted.scene) == (denied.chapter, denied.scene)
    return asserted.chapter == denied.chapter or asserted.document != denied.document


def differing_end(one: str, other: str) -> str:
    """Return at which end two stated intervals contradict each other: "begin", "end", "begin and end", or "".

    Two that have nothing in common are two terms, and one inside the other tells a part of it. Where one end agrees and
    the other cannot, or each reaches beyond the other, one of them is wrong. An end that is not stated, or that is
    open, contradicts nothing.

    Args:
        one: An interval as EDTF.
        other: Another.
    """
    if "/" not in one or "/" not in other:
        return ""
    begin, end = map(_end, one.split("/"))
    other_begin, other_end = map(_end, other.split("/"))
    begins, ends = _order(begin, other_begin), _order(end, other_end)
    if not (begin and other_begin and end and other_end):
        return ""
    if begins and ends:
        is_crossed = begins == ends and begin[1] < other_end[0] and other_begin[1] < end[0]
        return "begin and end" if is_crossed else ""
    return "begin" if begins else "end" if ends else ""


def _end(text: str) -> Days | None:
    """Return the days that one end of an interval can be; None if it is open or not known."""
    first, last = bounds(text) if text not in {"", ".."} else (None, None)
    return None if first is None or last is None else (first, last)


def _order(one: Days | None, other: Days | None) -> int:
    """Return -1 if the one is earlier for sure, 1 if it is later, 0 if they may be the same."""
    if one is None or other is None:
        return 0
    return -1 if one[1] < other[0] else 1 if one[0] > other[1] else 0


def are_apart(one: str, other: str, inside: Collection[str] = (), other_inside: Collection[str] = ()) -> bool:
    """Say whether two places cannot be one, or one in the other, as far as names and the memory tell.

    "Porto" may be where "Porto Station" is, and "Gate Nine, Porto" is in "Porto".

    Args:
        one: Name of a place.
        other: Name of another.
        inside: Names of the places that the one is known to lie in.
        other_inside: Names of the places that the other is known to lie in.
    """
    words, other_words = set(fold(one).split()), set(fold(other).split())
    known = {fold(name) for name in inside}, {fold(name) for name in other_inside}
    nested = fold(other) in known[0] or fold(one) in known[1]
    return not (nested or words <= other_words or other_words <= words)


def are_disjoint(one: tuple[int | None, int | None], other: tuple[int | None, int | None]) -> bool:
    """Say whether two dates have no day in common; a vague one has all its days.

    Args:
        one: First and last day that a date can be, None if unbounded.
        other: Those of another.
    """
    before = one[1] is not None and other[0] is not None and one[1] < other[0]
    return before or (other[1] is not None and one[0] is not None and other[1] < one[0])
