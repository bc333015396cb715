"""Items read straight off the graph: places, dates and actors of the chapters that hold a question's cues."""

import calendar
from collections import defaultdict
from typing import NamedTuple

from gsw_graph.answer.match import Cue
from gsw_graph.answer.question import Question
from gsw_graph.answer.stays import at_the_end, on_days, outermost
from gsw_graph.answer.vocabulary import names_occasion
from gsw_graph.dates import bounds, from_days, resolve
from gsw_graph.graph import Row
from gsw_graph.views import Evidence

PERSON_KINDS = frozenset({"person", "group", "animal", "organisation"})
LIVING = PERSON_KINDS - {"organisation"}
SIDE_SHARE = 0.34
"""Share of a scene's heaviest place or date that another must reach to be told as well."""


Scenes = frozenset[int] | None
"""Scenes of a chapter that count; None is all of them."""


class Unit(NamedTuple):
    """A chapter that holds the cues, with the scenes in which it does."""

    uid: str
    document: str
    chapter: int
    title: str
    scenes: Scenes
    """Scenes that hold all named cues."""
    actors: list[Row]
    places: list[Row]
    dates: list[Row]

    @property
    def day(self) -> int | None:
        """First day of the chapter's main date, in days since 1970-01-01."""
        known = [row for row in self.dates if row["earliest"] is not None]
        return max(known, key=_heaviness)["earliest"] if known else None

    def parted(self) -> "list[Unit]":
        """Return the unit scene by scene, for answers in the order of story time."""
        numbers = {row["scene"] for row in (*self.places, *self.dates)}
        return [
            self._replace(
                scenes=frozenset({number}),
                actors=[row for row in self.actors if number in row["scenes"]],
                places=[row for row in self.places if row["scene"] == number],
                dates=[row for row in self.dates if row["scene"] == number],
            )
            for number in sorted(numbers)
        ]


class Item(NamedTuple):
    """One answer item with the held node that it is."""

    text: str
    label: str
    """Label of the held node."""
    uid: str
    unit: Unit
    proof: tuple[str, str]
    """Label and uid of the held node whose passage proves it: a verb, a role, a coupling node, or the item itself."""
    among: tuple[str, ...] = ()
    """Actors that the passage must couple, if the proof is a coupling node."""
    note: str = ""
    """What there is to say of it: when it ended."""
    passage: Evidence | None = None
    """The passage that proves it, if no held node does."""


def items_of(question: Question, units: list[Unit], cues: list[Cue]) -> list[Item]:
    """Return the items that a question asks for, in the order that it asks for.

    Args:
        question: The question.
        units: The chapters that hold its cues.
        cues: Its cues.
    """
    actors = {uid for cue in cues if cue.kind == "actor" for uid in cue.uids}
    units = [unit._replace(places=on_days(question, unit.places, unit.dates)) for unit in units]
    if question.order:
        units = in_order(question, [part for unit in units for part in unit.parted()], actors)
    found: list[Item] = []
    for at, unit in enumerate(units):
        found += _of_unit(question, unit, cues, actors)
        if found and question.order in {"latest", "first"} and not _ties(question, units[at : at + 2], actors):
            break
    unique: dict[str, Item] = {}
    for item in found:
        unique.setdefault(item.text, item)
    return list(unique.values())


def _of_unit(question: Question, unit: Unit, cues: list[Cue], actors: set[str]) -> list[Item]:
    """Return the items of one chapter or scene."""
    if question.want == "place":
        ends = question.order in {"latest", "first"}
        places = at_the_end(unit.places, actors, latest=question.order == "latest") if ends else unit.places
        return _couplings(unit, "Place", places, actors, cues)
    if question.want == "date":
        return _couplings(unit, "Date", unit.dates, actors, cues)
    if question.want == "actor":
        return _actors(question, unit, cues, actors)
    return _together(unit, cues) if question.want == "yes_no" else []


def _ties(question: Question, units: list[Unit], actors: set[str]) -> bool:
    """Say whether the next of some units, of another chapter, has its actors somewhere on the very same day."""
    latest = question.order == "latest"
    days = {outermost(unit.places, actors, latest=latest) for unit in units} if question.want == "place" else set()
    return len({unit.uid for unit in units}) == 2 and len(days) == 1 and None not in days


def _together(unit: Unit, cues: list[Cue]) -> list[Item]:
    """Return yes, if the actors that a question names share the places, dates and kinds of event that it names."""
    actors = [set(cue.uids) for cue in cues if cue.kind == "actor"]
    named = [(unit.places if cue.kind == "place" else unit.dates, cue) for cue in cues if cue.kind in {"place", "date"}]
    occasions = [cue for cue in cues if cue.kind == "content" and names_occasion(cue.phrase)]
    told = [row["uid"] for row in unit.actors if row["weight"] > 1]  # who is only mentioned once need not be there
    if actors and occasions and not named and all(uids & set(told) for uids in actors):
        uid = next(uid for uid in told if uid in actors[0])
        return [Item("yes", "Actor", uid, unit, ("Actor", uid))]
    if not actors or not named:
        return []
    for rows, cue in named:
        there = {uid for row in rows if row["uid"] in cue.uids for uid in row["actors"]}
        if not all(uids & there for uids in actors):
            return []
    rows, cue = named[-1]
    coupling = next(row["coupling"] for row in rows if row["uid"] in cue.uids and actors[0] & set(row["actors"]))
    uid = next(row["uid"] for row in unit.actors if row["uid"] in actors[0])
    return [Item("yes", "Actor", uid, unit, ("Space" if cue.kind == "place" else "Time", coupling), (uid,))]


def in_order(question: Question, units: list[Unit], actors: set[str] | None = None) -> list[Unit]:
    """Return units in story time (undated ones last), or as told if no order is asked for.

    Args:
        question: The question.
        units: Chapters or scenes.
        actors: Those whose places are asked for: the days on which they are there count before the main date.
    """
    if not question.order:
        return units
    latest = question.order == "latest"
    days: list[tuple[int, Unit]] = []
    rest: list[Unit] = []
    for unit in units:
        there = outermost(unit.places, actors or set(), latest=latest) if question.want == "place" else None
        day = unit.day if there is None else there
        if day is None:
            rest.append(unit)
        else:
            days.append((day, unit))
    return [unit for _, unit in sorted(days, key=lambda pair: pair[0], reverse=latest)] + rest


def _may_share(unit: Unit, cue: Cue, actors: set[str]) -> bool:
    """Say whether actors are, or for all that is known may be, at the place or date of a cue."""
    if cue.kind not in {"place", "date"} or not actors:
        return True
    theirs = [row for row in (unit.places if cue.kind == "place" else unit.dates) if actors & set(row["actors"])]
    return not theirs or any(row["uid"] in cue.uids for row in theirs)


def _couplings(unit: Unit, label: str, rows: list[Row], actors: set[str], cues: list[Cue]) -> list[Item]:
    """Return the places or dates of a unit: the heaviest, and others that weigh nearly as much."""
    if not all(_may_share(unit, cue, actors) for cue in cues):
        return []
    fitting = [row for row in rows if not actors or actors & set(row["actors"])]
    if label == "Date":
        fitting = _while_there(unit, fitting, actors, cues)
    proper = [row for row in fitting if label == "Date" or row["name"] != row["name"].lower()]
    fitting = proper or fitting  # "the gallery" goes without saying where the town is known
    if not fitting:
        return []
    by_name: dict[str, Row] = {}
    weights: dict[str, float] = defaultdict(float)
    for row in sorted(fitting, key=_heaviness, reverse=True):
        by_name.setdefault(row["uid"], row)
        weights[row["uid"]] += row["weight"]
    top = max(weights.values())
    chosen = [row for uid, row in by_name.items() if weights[uid] >= SIDE_SHARE * top]
    chosen.sort(key=lambda row: (row["told_at"], row["uid"]))
    node = "Space" if label == "Place" else "Time"
    among = tuple(sorted(actors))
    return [Item(_said(r), label, r["uid"], unit, (node, r["coupling"]), among) for r in chosen]


def _while_there(unit: Unit, dates: list[Row], actors: set[str], cues: list[Cue]) -> list[Row]:
    """Return the dates on which actors are at the places that a question names, where the graph knows them."""
    places = {uid for cue in cues if cue.kind == "place" for uid in cue.uids}
    stays = [
        (stay["first"], stay["last"])
        for row in unit.places
        if row["uid"] in places
        for stay in row["spans"]
        if stay["uid"] in actors and None not in (stay["first"], stay["last"])
    ]
    if not stays:
        return dates
    known = [row for row in dates if None not in (row["earliest"], row["latest"])]
    return [row for row in known if any(a <= row["earliest"] and row["latest"] <= b for a, b in stays)] or dates


def _said(row: Row) -> str:
    """Return a place by its name, a date in words that need no anchor."""
    return date_words(row["name"], row["edtf"]) if "edtf" in row else str(row["name"])


_MONTHS = tuple(calendar.month_name)


def date_words(phrase: str, edtf: str) -> str:
    """Return the text's own words for a date if they say it by themselves, else the date in words ("the next day").

    A time of day or a weekday before the date is left out: "2:24 PM on 4 April 1987" is a moment of that day.

    Args:
        phrase: The text's words.
        edtf: What they mean.
    """
    words = phrase.split()
    alone = [part for start in range(len(words)) if _means(part := " ".join(words[start:]), edtf)]
    if alone:
        return alone[-1]
    first, last = bounds(edtf)
    if first is None or first != last:
        return edtf
    return day_words(first)


def _means(phrase: str, edtf: str) -> bool:
    """Say whether words mean a date by themselves."""
    value = resolve(phrase)
    return value is not None and value.edtf == edtf


def day_words(days: int) -> str:
    """Return a day in words.

    Args:
        days: Since 1970-01-01.
    """
    year, month, day = from_days(days)
    return f"{day} {_MONTHS[month]} {year}"


def _heaviness(row: Row) -> tuple[float, bool, str]:
    """Order places and dates of a scene: what couples most, then what is said outright."""
    return row["weight"], row["source"] == "explicit", row["uid"]


def _actors(question: Question, unit: Unit, cues: list[Cue], known: set[str]) -> list[Item]:
    """Return the actors of a unit: its main person, or all who share the cues' scenes."""
    people = [row for row in unit.actors if PERSON_KINDS & set(row["kinds"]) and row["name"] != row["name"].lower()]
    people = [row for row in people if LIVING & set(row["kinds"])] or people  # a company is there only where nobody is
    people.sort(key=lambda row: (-row["weight"], row["uid"]))
    if question.main_only:
        people = [row for row in people if "person" in row["kinds"]][:1]
        if known and people and people[0]["uid"] not in known:
            people = []
    items = [_coupled(unit, row, cues) for row in people if row["uid"] not in known or question.main_only]
    return [item for item in items if item is not None]


def _coupled(unit: Unit, row: Row, cues: list[Cue]) -> Item | None:
    """Return an actor as an item, proved by the place or date that it shares; None if it is at another."""
    uid = row["uid"]
    proof = ("Actor", uid)
    elsewhere = any(uid in r["actors"] for r in unit.places)
    of_event = any(cue.kind == "content" and names_occasion(cue.phrase) for cue in cues) and row["weight"] > 1
    for kind, node, rows in (("date", "Time", unit.dates), ("place", "Space", unit.places)):
        named = {one for cue in cues if cue.kind == kind for one in cue.uids}
        shared = [r for r in rows if r["uid"] in named and uid in r["actors"]]
        if shared:
            proof = (node, shared[0]["coupling"])
        elif named and kind == "place" and (elsewhere or not of_event):
            return None  # who has a part in an event is at its place, if at no other
    if not all(_may_share(unit, cue, {uid}) for cue in cues):
        return None
    return Item(row["name"], "Actor", uid, unit, proof, (uid,))
