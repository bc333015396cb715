"""Questions with plain names in place of those that they name, so that no name is taken for a verb or an adjective.

"Did Elias Rook hand over the key?" is parsed as "Did she hand over the key?".
"""

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from gsw_graph.answer.match import Cue
from gsw_graph.answer.question import Question, Span
from gsw_graph.language import pipeline

if TYPE_CHECKING:
    from spacy.tokens import Doc

_PEOPLE = ("Peter", "Laura", "David", "Susan", "Robert", "Maria", "Simon", "Emma")
_PLACES = ("London", "Paris", "Berlin", "Madrid", "Vienna", "Oslo")
_AUXILIARY = re.compile(r"\b(?:do|does|did|was|were|is|are|has|had|have)\s+$", re.IGNORECASE)


class Masked(NamedTuple):
    """A question as it is parsed."""

    question: Question
    cues: list[Cue]
    """Its cues, by the words that stand for them."""
    names: dict[str, str]
    """What stands for a name → the name as the question says it."""


@lru_cache(maxsize=16)
def _parsed(text: str) -> "Doc":
    """Return a parse, which is asked for more than once."""
    return pipeline()(text)


def masked(question: Question, cues: list[Cue], *, subject_only: bool = False) -> Masked:
    """Return a question in which plain names stand for the people and places that it names.

    Args:
        question: The question.
        cues: Its cues.
        subject_only: Whether to put a plain name only for whom it asks about: "is Ann Rook …".
    """
    text, names = question.text, {}
    people, places = iter(_PEOPLE), iter(_PLACES)
    found = []
    for cue in cues:
        proper = cue.phrase[:1].isupper() or (cue.kind == "actor" and cue.uids and not cue.phrase.startswith("the "))
        at = re.search(rf"(?<!\w){re.escape(cue.phrase)}(?!\w)", text)
        if cue.kind not in {"actor", "place"} or not proper or at is None or cue.phrase in names:
            found.append(cue)
            continue
        owner = cue.phrase.endswith(("'s", "’s"))
        subject = _AUXILIARY.search(text[: at.start()]) and not owner and "she" not in names and "they" not in names
        plain = next(people if cue.kind == "actor" else places, "")
        if subject:
            plain = "she" if cue.kind == "actor" else "they"
        if (subject_only and not subject) or not plain or re.search(rf"(?<!\w){plain}(?!\w)", text):
            found.append(cue)
            continue
        plain += cue.phrase[-2:] if owner else ""
        text = text[: at.start()] + plain + text[at.end() :]
        names[plain] = cue.phrase
        found.append(cue._replace(phrase=plain))
    dates = [
        (Span(at, at + len(span.text), span.text), value)
        for span, value in question.dates
        for at in [text.find(span.text)]
    ]
    return Masked(question._replace(text=text, doc=_parsed(text), dates=dates), found, names)
