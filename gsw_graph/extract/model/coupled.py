"""Which actors and verbs of a passage share a place, and which a time: the call "couple".

The model is shown the passage with a letter in brackets at each actor and verb that was found, after the scene's place
and date. The reply of a chunk, one string for each place or date:

    places   "the west gallery | A B D"      words of the passage | letters
    times    "the next morning | A B"

"scene" for the words is the scene's own place or date. "?" is elsewhere, without the text saying where: it couples
nothing, and keeps its letters out of "rest", which is every letter in no other line of the list.
"""

from typing import NamedTuple

from gsw_graph.extract.model.lines import Notes, Texts, parts_of_line
from gsw_graph.llm.tasks import Task

SCENE, UNTOLD, REST = "scene", "?", "rest"


class Coupled(Notes):
    """What a model says shares a place or a time."""

    places: Texts = ()
    times: Texts = ()


COUPLE = Task("couple", Coupled, limit=1000)
"""Asks what shares a place or a time; one chunk is an item, after it was extracted. The limit is the paper's."""


class Sharing(NamedTuple):
    """A place or date with the letters of what shares it."""

    words: str
    letters: tuple[str, ...]


def read_sharing(line: str) -> Sharing:
    """Return what a note says shares a place or date; no words are the scene's.

    Args:
        line: One string of `Coupled.places` or `Coupled.times`.
    """
    *words, letters = ["", *parts_of_line(line)]
    named = tuple(letters.replace(",", " ").replace("[", " ").replace("]", " ").split())
    return Sharing(" | ".join(word for word in words if word) or SCENE, named)
