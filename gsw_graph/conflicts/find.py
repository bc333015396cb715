"""Finding contradictions: Cypher proposes pairs of statements, the rules decide, and the passages are added."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from gsw_graph.conflicts.rules import Told, are_apart, are_disjoint, differing_end, is_denied, sure_days
from gsw_graph.conflicts.words import DEAD, LIVING, MOTION, OF_LIVING, ONCE, STILL
from gsw_graph.dates import day_text
from gsw_graph.entities import one_actor
from gsw_graph.errors import InputError
from gsw_graph.graph import Graph, Row
from gsw_graph.names import is_proper
from gsw_graph.network import Conflict, ConflictKind, ConflictSide
from gsw_graph.passages import passages

CANDIDATES = 2000
"""Pairs that are looked at of each kind."""
_SLOTS = {label: once.valence for label, once in ONCE.items()}
_SLOTS_OF_DEATH = {label: once.valence for label, once in ONCE.items() if once.fact == "death"}


class _Side(NamedTuple):
    """One statement of a pair, before its passage is read."""

    what: str
    when: str
    place: str
    uid: str
    claim: str


class _Found(NamedTuple):
    """A contradiction before its passages are read."""

    kind: ConflictKind
    severity: int
    actor: str
    name: str
    why: str
    one: _Side
    other: _Side


def find_conflicts(graph: Graph, workspace: str, entity: str = "", *, most: int = 50) -> list[Conflict]:
    """Return statements about one actor that contradict each other, the gravest first.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        entity: Name, alias or uid of the actor; "" for all.
        most: Most conflicts to return, from 1.

    Raises:
        InputError: The name means nobody, several, or no actor, or `most` is no count.
    """
    if most < 1:
        raise InputError(f"{most} is not a number of conflicts.", hint="--most 50")
    actor = one_actor(graph, workspace, entity)["uid"] if entity else ""
    found: list[_Found] = []
    for statement, decide, words in _KINDS:
        rows = graph.run(statement, workspace=workspace, actor=actor, limit=CANDIDATES, **words)
        found += [one for row in rows for one in decide(row)]
    # many passages may say the same: the first does
    found = list({(one.kind, one.actor, one.one[:4], one.other[:4]): one for one in reversed(found)}.values())
    found.sort(
        key=lambda one: (-one.severity, one.kind, one.name, one.actor, one.one.when, one.one.claim, one.other.claim)
    )
    return _proven(graph, workspace, found[:most])


def _proven(graph: Graph, workspace: str, found: list[_Found]) -> list[Conflict]:
    """Return contradictions with their passages."""
    items = {side.claim: side.what for one in found for side in (one.one, one.other)}
    quotes = passages(graph, workspace, items)

    def proven(side: _Side) -> ConflictSide:
        evidence = quotes[side.claim].model_copy(update={"item": side.what})
        return ConflictSide(what=side.what, when=side.when, place=side.place, uid=side.uid, evidence=evidence)

    return [
        Conflict(
            **{name: value for name, value in one._asdict().items() if name not in {"one", "other"}},
            sides=(proven(one.one), proven(one.other)),
        )
        for one in found
        if one.one.claim in quotes and one.other.claim in quotes
    ]


def _at_two_places(row: Row) -> Iterator[_Found]:
    """Decide whether an actor is told to be at two places on one day; "the kitchen" may be in any place."""
    one, other, day = row["place"], row["other_place"], day_text(row["day"])
    if not (is_proper(one) and is_proper(other) and are_apart(one, other)):
        return
    why = (
        f"{row['name']} is at {one} and at {other} on {day}, neither of which is known to lie in the other, "
        "and nothing tells of a way between them."
    )
    is_said = row["source"] == row["other_source"] == "explicit" and row["is_dated"]
    sides = (
        _Side(f"at {one}", day, one, row["uid"], row["claim"]),
        _Side(f"at {other}", day, other, row["other_uid"], row["other_claim"]),
    )
    yield _Found("place", 2 if is_said else 1, row["actor"], row["name"], why, *sides)


def _denied(row: Row) -> Iterator[_Found]:
    """Decide whether a role or state is asserted and denied at one time."""
    said, denied = Told(**row["said"]), Told(**row["denied"])
    sure, sure_not = sure_days(said), sure_days(denied)
    if not is_denied(row["kind"], said, denied, sure, sure_not):
        return
    is_dated = bool(sure and sure_not)
    time = "on a day that both have in common" if is_dated else "and nothing tells which of it is the later"
    sides = (
        _Side(row["label"], _when(said), "", row["uid"], said.claim),
        _Side(f"not {row['label']}", _when(denied), "", row["other_uid"], denied.claim),
    )
    why = f"{row['name']} is told to be {row['label']} and not to be, {time}."
    yield _Found("denied", 3 if is_dated else 1, row["actor"], row["name"], why, *sides)


def _when(told: Told) -> str:
    """Return when a statement holds, as EDTF; "" if that is not known."""
    if told.interval or told.seen_from is None:
        return told.interval
    return day_text(told.seen_from) if told.seen_from == told.seen_to else ""


def _two_intervals(row: Row) -> Iterator[_Found]:
    """Decide whether two stated intervals of a role or state contradict each other."""
    one, other = row["interval"], row["other_interval"]
    differs = differing_end(one, other)
    if differs:
        verb = "differ" if " and " in differs else "differs"
        why = f"Two passages say when {row['name']} was {row['label']}, and the {differs} {verb}."
        sides = (
            _Side(row["label"], one, "", row["uid"], row["claim"]),
            _Side(row["label"], other, "", row["other_uid"], row["other_claim"]),
        )
        yield _Found("interval", 2, row["actor"], row["name"], why, *sides)


def _once(row: Row) -> Iterator[_Found]:
    """Decide whether what happens once has two dates or two places; each is told beside the first that it excludes."""
    if not is_proper(row["name"]):
        return  # "a guard" may be two
    for kind, severity in (("date", 3), ("place", 2)):
        told: dict[tuple[str, str], Row] = {}
        for event in row["events"]:
            fact, value = ONCE[event["label"]].fact, event["edtf" if kind == "date" else "place"]
            if value is None or (fact, value) in told or (fact in OF_LIVING and not LIVING & set(row["kinds"])):
                continue
            others = (other for (known, _), other in told.items() if known == fact)
            other = next((other for other in others if _exclude(kind, other, event)), None)
            told[fact, value] = event
            if other:
                values = f"{other['edtf' if kind == 'date' else 'place']} and {value}"
                why = f"There is one {fact} of {row['name']}, and two {kind}s are told of it: {values}."
                yield _Found("once", severity, row["actor"], row["name"], why, _event(other), _event(event))


def _exclude(kind: str, one: Row, other: Row) -> bool:
    """Say whether two dates or two places of what happens once exclude each other."""
    if kind == "date":
        return are_disjoint((one["first"], one["last"]), (other["first"], other["last"]))
    place, other_place = one["place"], other["place"]
    is_named = is_proper(place) and is_proper(other_place)
    return is_named and are_apart(place, other_place, one["inside"], other["inside"])


def _event(event: Row) -> _Side:
    """Return one event that happens once."""
    return _Side(event["phrase"], event["edtf"] or "", event["place"] or "", event["uid"], event["claim"])


def _after_death(row: Row) -> Iterator[_Found]:
    """Decide whether somebody acts who is dead."""
    if not (is_proper(row["name"]) and LIVING & set(row["kinds"])):
        return
    dead, acts = row["edtf"] or day_text(row["day"]), row["other_edtf"] or day_text(row["other_day"])
    why = f"{row['name']} is dead by {day_text(row['day'])}, and acts on a later day, {acts}."
    sides = (
        _Side(row["what"], dead, "", row["uid"], row["claim"]),
        _Side(row["deed"], acts, "", row["other_uid"], row["other_claim"]),
    )
    yield _Found("after death", 3, row["actor"], row["name"], why, *sides)


_KINDS: tuple[tuple[str, Callable[[Row], Iterator[_Found]], Row], ...] = (
    ("network/once", _once, {"slots": _SLOTS}),
    ("network/after_death", _after_death, {"slots": _SLOTS_OF_DEATH, "dead": list(DEAD), "still": list(STILL)}),
    ("network/two_intervals", _two_intervals, {}),
    ("network/denied", _denied, {}),
    ("network/at_two_places", _at_two_places, {"motion": list(MOTION)}),
)
"""What proposes each kind, what decides, and the words that it needs."""
