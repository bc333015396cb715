"""How what many claims say of one actor's role or state falls into intervals, each a pure function of the set.

A group is all that is said of one actor with one kind, label and polarity ("Ana is or was a mayor"). Every saying
belongs to exactly one interval of its group. The rules, in this order:

1. A saying with both ends ("from 2010 to 2015") is *whole*. One that lies inside another belongs to it, and so do two
   that only differ in how exactly they say each end. Wholes that contradict (each reaches beyond the other) stay side
   by side, and so do wholes with a gap or that merely meet. What lies inside several belongs to the narrowest.
2. A begin or an end alone belongs to the whole that it falls into, or whose end it may be up to precision ("became
   chair in 2010" to "chair from March 2010 to 2015"). It never stretches a whole any further: a text that says both
   ends says that nothing of it lay before or after.
3. The other begins and ends are read in order of their days, apart on each side of a whole. A begin after an end opens
   a new interval; begins without an end between them are one (she was re-elected), ends without a begin between them
   too (they were told with unlike precision). On one day, the begin comes first.
4. A saying without a bound, but with a day on which it is seen, belongs to the interval that has this day; the
   narrowest, if several have it. Without such a day, one that still holds belongs to the last interval, and any other
   to the only one. Whatever finds no interval makes the one without bounds, whose key is "".

The bounds of an interval are its outermost: the earliest begin and the latest end that a text allows ("in 2015" ends
on 31 December at the latest). An end closes what is said to hold still. What only shows an interval moves no bound.

Ambiguous, and decided as above: re-election after an end that no text tells; a whole next to a begin without an end
("became chair in 2001", "chair from 2010 to 2015": two, though the first may be a mistake about the second); two ends
years apart (one interval to the later, though one text may be wrong); an end and a new begin within one year, told by
the year (one interval). A saying whose end lies before its begin contradicts itself and stays alone.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from gsw_graph.dates import day_text
from gsw_graph.reconcile.bounds import Bounds, may_begin, may_end


class Saying(NamedTuple):
    """What one claim contributes to the statement that an actor is in a role or state; days count from 1970-01-01."""

    claim: str
    """Uid of the claim."""
    document: str
    told_at: int
    valid_from: int | None = None
    """First day in story time; None if the text does not say."""
    valid_to: int | None = None
    """Last day; None if the text does not say, or if it still holds and is `open`."""
    open: bool = False
    seen_from: int | None = None
    """First day on which the passage shows it."""
    seen_to: int | None = None
    interval: str = ""
    """The interval that the text itself states, as EDTF; claims that state the same one have the same bounds."""

    @property
    def bounds(self) -> Bounds:
        """The two ends."""
        return Bounds(self.valid_from, self.valid_to)


class Interval(NamedTuple):
    """One interval of an actor's role or state."""

    key: str
    """Names the interval in its group; "" is the one without bounds."""
    sayings: tuple[Saying, ...]
    valid_from: int | None
    valid_to: int | None
    open: bool
    seen_from: int | None
    seen_to: int | None


def intervals(sayings: Iterable[Saying]) -> list[Interval]:
    """Sort what is said of one actor, kind, label and polarity into intervals, in order of time.

    Args:
        sayings: What the claims say, in any order; the same saying twice counts once.
    """
    return _arranged(sayings, ())


def closing(asserted: Iterable[Interval], negated: Iterable[Saying]) -> list[Interval]:
    """Let what is denied on a day end what had begun before and is not said to have ended.

    "Is no longer the chair", seen on some day, puts the last day of the chair's interval there at the latest, and a
    later begin opens a new interval. Denials never open one, never move an end that a text tells, and count only if
    all of the time that they may mean comes after the begin, whatever day that may have been.

    Args:
        asserted: The intervals of the asserted group, closed by denials before or not.
        negated: What is said in the group of the same actor, kind and label that is negated.
    """
    denied = {(one.seen_from, one.seen_to) for one in negated if one.seen_from is not None and one.seen_to is not None}
    return _arranged((saying for interval in asserted for saying in interval.sayings), sorted(denied))


def _arranged(sayings: Iterable[Saying], denied: Sequence[tuple[int, int]]) -> list[Interval]:
    told = sorted(set(sayings), key=_order)
    wholes = _wholes({one.bounds for one in told if one.bounds.whole})
    halves = _halves({one.bounds for one in told if one.bounds.half}, wholes, denied)
    placed: dict[Bounds, list[Saying]] = defaultdict(list)
    rest = []
    for one in told:
        if one.bounds == Bounds():
            rest.append(one)
        elif one.bounds.half:
            placed[halves[one.bounds]].append(one)
        elif one.bounds.whole:
            placed[_inside(one.bounds, wholes) or one.bounds].append(one)
        else:
            placed[one.bounds].append(one)
    homes = sorted(placed, key=_when)
    for one in rest:
        placed[_shown(one, homes)].append(one)
    return [_interval(bounds, placed[bounds]) for bounds in sorted(placed, key=_when)]


def _order(saying: Saying) -> tuple[tuple[bool, str | int | None], ...]:
    """Return what sayings are sorted by: where they are told, then all else that tells them apart."""
    return tuple((value is not None, value) for value in (saying.document, saying.told_at, *saying))


def _when(bounds: Bounds) -> tuple[bool, int, int]:
    """Return what intervals are sorted by: the day that is known of them; the one without bounds comes last."""
    known = [day for day in bounds if day is not None] or [0]
    return bounds == Bounds(), known[0], known[-1]


# -- both ends ----------------------------------------------------------------------------------------


def _wholes(said: set[Bounds]) -> list[Bounds]:
    """Return the outermost wholes in order, with those joined that only differ in precision."""
    found: list[Bounds] = []
    # Of those that begin on one day, the longest comes first, so that the others are seen to lie inside of it.
    for bounds in sorted(said, key=lambda one: (one.first, -(one.last or 0))):
        before = found[-1] if found else None
        if before is None or not (before.contains(bounds) or before.may_be(bounds)):
            found.append(bounds)
        elif not before.contains(bounds):
            found[-1] = Bounds(before.first, bounds.last)
    return found


def _inside(bounds: Bounds, wholes: Sequence[Bounds]) -> Bounds | None:
    """Return the narrowest whole that contains some bounds."""
    return min((one for one in wholes if one.contains(bounds)), key=lambda one: (one.days, one), default=None)


# -- one end ------------------------------------------------------------------------------------------


class _Event(NamedTuple):
    """A begin (0), an end (1) or a denial (2) that is alone, on the day that counts for its order."""

    day: int
    type: int
    since: int
    """First day that a denial may mean; the day itself for the others."""


def _halves(said: set[Bounds], wholes: Sequence[Bounds], denied: Sequence[tuple[int, int]]) -> dict[Bounds, Bounds]:
    """Map each begin or end that is told alone to the bounds of its interval."""
    found: dict[Bounds, Bounds] = {}
    events = []
    for one in said:
        day = next(day for day in one if day is not None)
        home = _inside(Bounds(day, day), wholes) or _touching(one, wholes)
        if home:
            found[one] = home
        else:
            events.append(_Event(day, int(one.first is None), day))
    events += [_Event(last, 2, first) for first, last in denied if not _inside(Bounds(last, last), wholes)]
    for run in _runs(sorted(events), wholes):
        begins = [event.day for event in run if event.type == 0]
        ends = [event.day for event in run if event.type == 1]
        last = max(ends) if ends else min((event.day for event in run if event.type == 2), default=None)
        home = Bounds(min(begins, default=None), last)
        found |= {Bounds(day, None): home for day in begins} | {Bounds(None, day): home for day in ends}
    return found


def _touching(half: Bounds, wholes: Sequence[Bounds]) -> Bounds | None:
    """Return the first whole whose begin, or whose end, may be the one that is told alone and less exactly."""
    for one in wholes:
        if half.first is not None and one.first is not None and may_begin(half.first, one.first):
            return one
        if half.last is not None and one.last is not None and may_end(half.last, one.last):
            return one
    return None


def _runs(events: Sequence[_Event], wholes: Sequence[Bounds]) -> Iterator[list[_Event]]:
    """Cut events into intervals: before a begin that follows an end, and where a whole lies between."""
    run: list[_Event] = []
    for event in events:
        passed = bool(run) and any(run[-1].day < (one.first or 0) <= event.day for one in wholes)
        if run and (passed or (event.type == 0 and run[-1].type != 0)):
            yield run
            run = []
        if event.type != 2 or _denies(event, run):
            run.append(event)
    if run:
        yield run


def _denies(event: _Event, run: Sequence[_Event]) -> bool:
    """Say whether a denial comes after the begin of what has begun, whatever day the begin may mean."""
    begun = max((one.day for one in run if one.type == 0), default=None)
    return begun is not None and begun < event.since and not may_begin(begun, event.since)


# -- no end -------------------------------------------------------------------------------------------


def _shown(saying: Saying, homes: Sequence[Bounds]) -> Bounds:
    """Return the interval that a saying without bounds belongs to."""
    known = [day for day in (saying.seen_from, saying.seen_to) if day is not None]
    if not known:
        return homes[-1] if homes and (saying.open or len(homes) == 1) else Bounds()
    day = Bounds(known[0], known[-1])
    near = [one for one in homes if one.contains(day)] or [one for one in homes if one.meets(day)]
    return min(near, key=lambda one: _looseness(one, known[0], known[-1]), default=Bounds())


def _looseness(bounds: Bounds, first: int, last: int) -> tuple[int, int, tuple[bool, int, int]]:
    """Return how little an interval says of the days: by its unknown ends, then by how far its known ones are."""
    away = (abs(first - bounds.first) if bounds.first is not None else 0) + (
        abs(bounds.last - last) if bounds.last is not None else 0
    )
    return list(bounds).count(None), away, _when(bounds)


def _interval(bounds: Bounds, sayings: list[Saying]) -> Interval:
    seen_from = min((one.seen_from for one in sayings if one.seen_from is not None), default=None)
    seen_to = max((one.seen_to for one in sayings if one.seen_to is not None), default=None)
    still = bounds.last is None and any(one.open for one in sayings)
    return Interval(_key(bounds, sayings), tuple(sayings), *bounds, still, seen_from, seen_to)


def _key(bounds: Bounds, sayings: Sequence[Saying]) -> str:
    """Return what names an interval: what a text states of its begin, else that day; later ends leave both as they are.

    No two intervals of a group have one begin, nor one end where no begin is known, so no two get one key.
    """
    if bounds == Bounds():
        return ""
    first, last = ("" if day is None else day_text(day) for day in bounds)
    if bounds.reversed:
        return f"{first}/{last}"
    begun = [one for one in sayings if one.interval and bounds.first is not None and one.valid_from == bounds.first]
    stated = begun or [one for one in sayings if one.interval and one.bounds == bounds]
    if stated:
        return min(stated, key=_width).interval
    return f"{first}/" if first else f"/{last}"


def _width(saying: Saying) -> tuple[bool, int, str]:
    """Return what stated intervals of one begin are ranked by: the longest that also has an end first."""
    return saying.valid_to is None, -(saying.valid_to or 0), saying.interval
