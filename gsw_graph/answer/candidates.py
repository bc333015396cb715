"""What of the chosen scenes could have been an item and is none, for an explanation of an answer."""

from typing import NamedTuple

from gsw_graph.answer.items import LIVING, PERSON_KINDS, SIDE_SHARE, Item, Unit, date_words
from gsw_graph.answer.match import Cue
from gsw_graph.answer.question import Question
from gsw_graph.answer.stays import on_days
from gsw_graph.graph import Row


class Candidate(NamedTuple):
    """A place, date or person of a chosen scene."""

    text: str
    uid: str
    chapter: str
    """Uid of the chapter."""
    weight: float
    """Actors that it couples, or mentions of a person."""
    why: str
    """Why it is no item."""


def candidates(question: Question, units: list[Unit], cues: list[Cue], items: list[Item]) -> list[Candidate]:
    """Return what of some scenes is of the kind that is asked for and no item, the heaviest first.

    Args:
        question: The question.
        units: The chosen chapters.
        cues: The question's cues.
        items: What was read off them.
    """
    taken = {item.uid for item in items}
    found: dict[str, Candidate] = {}
    for unit in units:
        for one in _of_unit(question, unit, cues):
            if one.uid not in taken and (one.uid not in found or found[one.uid].weight < one.weight):
                found[one.uid] = one
    return sorted(found.values(), key=lambda one: (-one.weight, one.text))


def _of_unit(question: Question, unit: Unit, cues: list[Cue]) -> list[Candidate]:
    """Return what one chapter has of the kind that is asked for."""
    if question.want == "place":
        return _settings(question, unit, on_days(question, unit.places, unit.dates), cues)
    if question.want == "date":
        return _settings(question, unit, unit.dates, cues)
    return _people(question, unit, cues) if question.want == "actor" else []


def _settings(question: Question, unit: Unit, rows: list[Row], cues: list[Cue]) -> list[Candidate]:
    """Return the places or dates of a chapter, each once."""
    known = {uid for cue in cues if cue.kind == "actor" for uid in cue.uids}
    grouped: dict[str, list[Row]] = {}
    for row in rows:
        grouped.setdefault(row["uid"], []).append(row)
    weights = {uid: float(sum(row["weight"] for row in some)) for uid, some in grouped.items()}
    coupled = {uid for uid, some in grouped.items() if not known or any(known & set(row["actors"]) for row in some)}
    named = {uid for uid in coupled if "edtf" in grouped[uid][0] or not _is_common(grouped[uid][0]["name"])}
    top = max((weights[uid] for uid in named or coupled), default=0.0)
    made = []
    for uid, (row, *_) in grouped.items():
        text = date_words(row["name"], row["edtf"]) if "edtf" in row else row["name"]
        if uid not in coupled:
            why = "nobody who is named is coupled to it"
        elif named and uid not in named:
            why = "it is no name, and others are"
        elif weights[uid] < SIDE_SHARE * top:
            why = f"it weighs {weights[uid]:.0f}, the heaviest {top:.0f}; {SIDE_SHARE:.0%} of that is asked"
        elif question.order in {"latest", "first"}:
            why = f"its scene is not the {question.order} one"
        else:
            why = "it does not go with what else the question names"
        made.append(Candidate(text, uid, unit.uid, weights[uid], why))
    return made


def _is_common(name: str) -> bool:
    """Say whether a place has no name of its own: "the gallery"."""
    return name == name.lower()


def _people(question: Question, unit: Unit, cues: list[Cue]) -> list[Candidate]:
    """Return the people of a chapter whom the question does not name itself."""
    known = {uid for cue in cues if cue.kind == "actor" for uid in cue.uids}
    people = [row for row in unit.actors if PERSON_KINDS & set(row["kinds"]) and row["uid"] not in known]
    top = max((row["weight"] for row in unit.actors if "person" in row["kinds"]), default=0)
    made = []
    for row in people:
        apart = [cue.phrase for cue in cues if not _shares(unit, cue, row["uid"])]
        if _is_common(row["name"]):
            why = "it is no name"
        elif not LIVING & set(row["kinds"]):
            why = "it is an organisation, and people are there"
        elif question.main_only:
            why = f"named {row['weight']} times, the main person {top} times"
        elif apart:
            why = f"not coupled to {', '.join(apart)}"
        else:
            why = "others of the scenes answer"
        made.append(Candidate(row["name"], row["uid"], unit.uid, row["weight"], why))
    return made


def _shares(unit: Unit, cue: Cue, actor: str) -> bool:
    """Say whether an actor is coupled to the place or date of a cue."""
    if cue.kind not in {"place", "date"}:
        return True
    rows = unit.places if cue.kind == "place" else unit.dates
    return any(row["uid"] in cue.uids and actor in row["actors"] for row in rows)
