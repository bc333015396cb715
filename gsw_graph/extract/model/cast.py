"""Who is who in a window of numbered sentences, and where its scenes begin: the call "annotate".

The reply of a window, one string a note, its parts joined by " | ":

    actors   "Nora Pellow | person | Nora | she/her: 1-9 12 | guard: 4#2"
             Fullest name, kind, then whatever else means the actor. Words without numbers mean it wherever they
             stand; with numbers, in those sentences ("4 6-9"; "4#2" is the second such word of sentence 4). Words
             joined by "/" share their numbers. What is said more exactly wins: "4#2" over "4" over "1-9" over none;
             two that are as exact both hold ("they: 7" of two actors). The name itself needs no mention.
    scenes   "8 | Maritime Museum | The night of 13 March 1987"
             First sentence of a stretch, its place, its date, in words of the window, wherever in it they stand. An
             empty part goes on from the scene before, "?" is not told.
"""

import re
from typing import NamedTuple

from gsw_graph.extract.model.lines import Notes, Texts, known_kind, parts_of_line, split_names
from gsw_graph.llm.tasks import Task
from gsw_graph.records import MentionKind

_NUMBERS = re.compile(
    r"^(?P<words>.+?)\s*:\s*(?P<numbers>\d+(?:[-–]\d+|#\d+)?(?:[\s,;]+\d+(?:[-–]\d+|#\d+)?)*)\s*$", re.DOTALL
)
UNTOLD = "?"
"""What stands for a place or date that is not told."""
_ANYWHERE = (1, 10**9)


class Cast(Notes):
    """What a model says of a window: its actors and its scenes."""

    actors: Texts = ()
    scenes: Texts = ()


ANNOTATE = Task("annotate", Cast, limit=2000)
"""Asks who is who; one window of a chapter is an item."""


class Where(NamedTuple):
    """Sentences in which words mean an actor."""

    first: int
    last: int
    which: int = 0
    """Which of several such words in one sentence, from 1; 0 is all of them."""

    @property
    def exactness(self) -> int:
        """How exactly it is said: 3 for one word, 2 for one sentence, 1 for a range, 0 for wherever it stands."""
        if self.which:
            return 3
        return 0 if (self.first, self.last) == _ANYWHERE else 2 if self.first == self.last else 1


class Expression(NamedTuple):
    """Words that mean an actor, and where."""

    words: str
    where: tuple[Where, ...]


class Actor(NamedTuple):
    """An actor or place of a window, as the model says it."""

    name: str
    kind: MentionKind
    expressions: tuple[Expression, ...]


class Opening(NamedTuple):
    """The first sentence of a scene; "" for a place or date that goes on, "?" for one that is not told."""

    sentence: int
    place: str
    date: str


def read_actor(line: str) -> Actor | None:
    """Return the actor that a note says, None if it has no name.

    Args:
        line: One string of `Cast.actors`.
    """
    name, *rest = parts_of_line(line) or [""]
    if not name:
        return None
    kind, *others = rest or [""]
    expressions = (_expression(one) for other in others for one in split_names(other, ";"))
    return Actor(name, known_kind(kind), tuple(expressions))


def read_opening(line: str) -> Opening | None:
    """Return the scene that a note says, None if it has no sentence.

    Args:
        line: One string of `Cast.scenes`.
    """
    number, place, date, *_ = [*parts_of_line(line), "", "", ""]
    return Opening(int(number), place, date) if number.isascii() and number.isdigit() else None


def _expression(part: str) -> Expression:
    found = _NUMBERS.match(part)
    if found is None:
        return Expression(part, (Where(*_ANYWHERE),))
    return Expression(found["words"], tuple(_where(one) for one in re.split(r"[\s,;]+", found["numbers"])))


def _where(text: str) -> Where:
    first, _, last = text.replace("–", "-").partition("-")
    sentence, _, which = first.partition("#")
    return Where(int(sentence), int(last or sentence), int(which or 0))
