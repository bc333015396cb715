"""Why answers are wrong, found mechanically: which chapters were kept, which item was read, how it was worded."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from gsw_graph.evals.marking import Marked
from gsw_graph.evals.score import normal, normals
from gsw_graph.names import fold

_NAMED = ("date", "place", "person", "event")
"""What the places of a cue stand for."""
_ASKED = {"Times": "date", "Spaces": "place", "Entities": "main person"}
_WORD = re.compile(r"\w+")


class Mistake(NamedTuple):
    """An answer that is not wholly right."""

    cause: str
    named: str
    """What kind of things the question names."""
    kind: str
    """What it asks for."""
    uid: str
    question: str
    said: tuple[str, ...]
    expected: tuple[str, ...]
    chapters: tuple[int, ...] | None
    """Chapters drawn on."""
    right_chapters: tuple[int, ...]
    f1: float
    """Harsh."""


def mistakes(some: Sequence[Marked]) -> list[Mistake]:
    """Return an arm's answers that are not wholly right, those of the commonest cause first.

    Args:
        some: Questions marked on the exact scale.
    """
    found = [_mistake(one) for one in some if one.sample.get == "all" and not one.is_right]
    counts = Counter(one.cause for one in found)
    return sorted(found, key=lambda one: (-counts[one.cause], one.cause, one.named, one.uid))


def _mistake(one: Marked) -> Mistake:
    sample, said = one.sample, one.said
    return Mistake(
        cause(one),
        named(sample.cue),
        sample.kind,
        sample.uid,
        sample.question,
        said.items if said else (),
        sample.expected,
        said.chapters if said else None,
        sample.chapters,
        one.mark.f1("harsh"),
    )


def named(cue: str) -> str:
    """Return what kind of things a question names.

    Args:
        cue: "(t, *, ent, *)" and the like.
    """
    places = [part.strip() for part in cue.strip("() ").split(",")]
    if len(places) != len(_NAMED):
        return cue
    return " + ".join(name for name, place in zip(_NAMED, places, strict=True) if place != "*")


def cause(one: Marked) -> str:
    """Return why an answer is wrong; the first that holds, from what is asked first to what is said last.

    Args:
        one: A marked question that is not wholly right.
    """
    sample, said = one.sample, one.said
    if said is None or said.error:
        return "asking failed"
    if not sample.expected:
        return "invented where there is none"
    if not said.items:
        kept = said.chapters is not None and set(said.chapters) >= set(sample.chapters)
        return f"abstained wrongly: {'right chapters, nothing read' if kept else 'chapters missed'}"
    if only_worded(said.items, sample.expected):
        return f"wording only: {_asked(sample.kind)}"
    if said.chapters is not None and set(said.chapters) != set(sample.chapters):
        extra, missed = set(said.chapters) - set(sample.chapters), set(sample.chapters) - set(said.chapters)
        which = "extra and missed" if extra and missed else "extra" if extra else "missed"
        return f"wrong chapters: {which}"
    where = "right chapters, " if said.chapters is not None else ""
    return f"{where}wrong item: {_asked(sample.kind)}"


def _asked(kind: str) -> str:
    return _ASKED.get(kind, kind)


def only_worded(said: Sequence[str], expected: Sequence[str]) -> bool:
    """Say whether all that is wrong with items is how they are worded: each names what one true item names.

    One names what another does if they are alike without titles and signs, or one's words are all among the other's.

    Args:
        said: Items of an answer.
        expected: The true items, at least one.
    """
    gold = set(normals(expected))
    over, left = [one for one in said if normal(one) not in gold], gold - set(normals(said))
    true = [one for one in expected if normal(one) in left]
    if len(over) != len(left) or not over:
        return False
    for one in over:
        alike = [other for other in true if _alike(one, other)]
        if not alike:
            return False
        true.remove(alike[0])
    return True


def _alike(one: str, other: str) -> bool:
    first, second = set(_WORD.findall(fold(one))), set(_WORD.findall(fold(other)))
    return bool(first and second) and (first <= second or second <= first)
