"""What sets two bearers of one name apart for certain, in the text's own words."""

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from gsw_graph.names import fold
from gsw_graph.names.people import GENERATIONS, TITLE_GENDERS

_TITLES = {title: {"m": "mr", "f": "ms"}[gender] for title, gender in TITLE_GENDERS.items()}
SPLIT = "split-"
"""What the marks begin with that decisions give."""
_YEARS = re.compile(r"\(\s*(?:b\.|born\s)?\s*(\d{3,4})\s*[-–—]\s*(\d{3,4})?\s*\)")
_SEPARATORS = re.compile(r"[\s.,]+")


class Naming(NamedTuple):
    """One mention, as far as identity goes."""

    kind: str
    name: str
    """The fullest name it resolves to in its chapter."""
    surface: str
    """The words that stand there."""
    form: str
    """name, alias, nominal or pronoun."""
    full: bool
    """Whether the name alone may identify an actor across chapters."""
    folded: str


def mark(naming: Naming) -> str:
    """Return what sets this bearer of the name apart from others of the same folded name; "" normally.

    Only the mention's own words count, and only what the folded name doesn't say already: a generation ("Jr.", "II"),
    life years, and "Mr", "Herr", "Señor" as against "Ms", "Frau", "Señora" before a full name.

    Args:
        naming: The mention.
    """
    if naming.kind != "person" or not naming.full or naming.form == "pronoun":
        return ""
    words = [word for word in _SEPARATORS.split(naming.surface.casefold()) if word]
    told = naming.folded.split()
    found = [GENERATIONS[word] for word in words[2:] if word in GENERATIONS and word not in told]
    # A title counts only before the whole name: "Mr. Marsh" may have been taken for the wrong Marsh.
    if (
        len(told) > 1
        and words
        and words[0] in _TITLES
        and fold(_YEARS.sub("", naming.surface)).startswith(naming.folded)
    ):
        found.append(_TITLES[words[0]])
    if years := _YEARS.search(naming.surface):
        found.append(f"{years[1]}-{years[2] or ''}")
    return " ".join(sorted(set(found)))


def marks(namings: Sequence[Naming]) -> list[str]:
    """Return the mark of each mention of one chapter; an unmarked one takes the only mark of its name there.

    Args:
        namings: All mentions of the chapter.
    """
    own = [mark(naming) for naming in namings]
    of_name: dict[str, set[str]] = defaultdict(set)
    for naming, one in zip(namings, own, strict=True):
        if one:
            of_name[naming.folded].add(one)
    return [
        one or (next(iter(of_name[naming.folded])) if naming.full and len(of_name[naming.folded]) == 1 else "")
        for naming, one in zip(namings, own, strict=True)
    ]


def marks_contradict(one: str, other: str) -> bool:
    """Say whether two marks can't be one bearer's: two generations, two titles, or other years of life.

    Who was split off by a decision is another than all who weren't, with or without a mark.

    Args:
        one: A mark.
        other: Another.
    """
    if one.startswith(SPLIT) or other.startswith(SPLIT):
        return one != other
    mine, yours = ({_slot(part): part for part in each.split()} for each in (one, other))
    return any(mine[slot] != yours[slot] for slot in mine.keys() & yours.keys())


def _slot(part: str) -> str:
    """Return what a part of a mark tells."""
    if part in _TITLES.values():
        return "title"
    return "generation" if part in GENERATIONS.values() else "years"
