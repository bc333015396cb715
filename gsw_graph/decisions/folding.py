"""What stands of all that was decided: a pure function of the set of decisions, which their numbers order."""

from collections.abc import Iterable, Sequence
from itertools import combinations, product
from typing import NamedTuple

from gsw_graph.decisions.made import HUMAN, Answer, Apart, Decision, End, False_, Rename, Retype, Same, Split, Undo
from gsw_graph.identity import Link, persona_uid

WHOLE = 0
"""Number that stands for all chapters of a document."""


class Rulings(NamedTuple):
    """What stands: all decisions that are not undone, as maps."""

    version: int = 0
    """The highest number of a decision, undone ones included; 0 if there is none."""
    links: tuple[Link, ...] = ()
    """Which personae are one actor and which are two."""
    linked: dict[str, list[Link]] = {}
    """The links of each persona."""
    facets: dict[tuple[str, str, int], tuple[int, str]] = {}
    """By persona, document and chapter (or `WHOLE`): the number of the split that counts there, and its mark."""
    names: dict[str, str] = {}
    """Name to show, by persona."""
    kinds: dict[str, str] = {}
    """Kind, by persona."""
    false: frozenset[str] = frozenset()
    """Claims that are marked false."""
    ends: dict[str, int] = {}
    """Last day of what a claim tells, in days since 1970-01-01."""
    answers: dict[tuple[str, str], bool] = {}
    """Whether a claim answers a question, by their uids (question, claim)."""
    answers_by: dict[tuple[str, str], str] = {}
    """Who decided that: "human" or "model"."""

    def facet(self, document: str, chapter: int, folded: str, mark: str = "") -> str:
        """Return the mark that a split gave to a full name in a chapter, in place of its own; "" if none did.

        Args:
            document: Key of the document.
            chapter: Number of the chapter.
            folded: The name, folded.
            mark: What the text itself sets it apart by.
        """
        if not self.facets:
            return ""
        root = persona_uid("", folded, mark)
        found = [self.facets.get((root, document, number)) for number in (chapter, WHOLE)]
        return max((one for one in found if one), default=(0, ""))[1]


def standing(decisions: Iterable[Decision]) -> list[Decision]:
    """Return the decisions that are not undone, in the order in which they were made.

    Args:
        decisions: All of a workspace.
    """
    known = sorted(decisions, key=lambda decision: decision.number)
    undone = {decision.what.key for decision in known if isinstance(decision.what, Undo)}
    return [one for one in known if not isinstance(one.what, Undo) and one.key not in undone]


def rulings_of(decisions: Iterable[Decision]) -> Rulings:
    """Return what stands of all decisions of a workspace, in whatever order they are given.

    Args:
        decisions: All of them, undone ones and undoings included.
    """
    known = list(decisions)
    made = sorted(standing(known), key=lambda decision: decision.weight)  # what counts more overwrites
    maps = Rulings(max((one.number for one in known), default=0), (), {}, {}, {}, {}, frozenset(), {}, {}, {})
    for one in made:
        _apply(maps, one)
    false = frozenset(claim for one in made if isinstance(one.what, False_) for claim in one.what.claims)
    links = _links(made)
    for link in links:
        for end in (link.one, link.other):
            maps.linked.setdefault(end, []).append(link)
    return maps._replace(links=links, false=false)


def _apply(maps: Rulings, decision: Decision) -> None:
    """Write a decision into the maps that it concerns."""
    what = decision.what
    if isinstance(what, Rename):
        maps.names[what.persona] = what.name
    elif isinstance(what, Retype):
        maps.kinds[what.persona] = what.to
    elif isinstance(what, End):
        maps.ends.update(dict.fromkeys(what.claims, what.day))
    elif isinstance(what, Answer):
        maps.answers[what.question, what.claim] = what.yes
        maps.answers_by[what.question, what.claim] = HUMAN if decision.by == HUMAN else "model"
    elif isinstance(what, Split):
        for facet, part in product(what.facets, what.parts):
            for chapter in part.chapters or (WHOLE,):
                maps.facets[facet.of, part.document, chapter] = decision.number, what.mark


def _links(made: Sequence[Decision]) -> tuple[Link, ...]:
    """Return the one link that counts of each pair of personae, from decisions sorted by weight."""
    best: dict[tuple[str, str], tuple[tuple[bool, int], bool]] = {}
    facets: dict[str, dict[str, tuple[bool, int]]] = {}

    def link(one: str, other: str, same: bool, weight: tuple[bool, int]) -> None:
        pair = (min(one, other), max(one, other))
        if one != other and (pair not in best or best[pair][0] <= weight):
            best[pair] = weight, same

    for one in made:
        if isinstance(one.what, Same | Apart):
            link(one.what.one, one.what.other, isinstance(one.what, Same), one.weight)
        elif isinstance(one.what, Split):
            for gone, left in one.what.links():
                link(gone, left, False, one.weight)
            for facet in one.what.facets:
                facets.setdefault(facet.of, {})[facet.becomes] = one.weight
    for marked in facets.values():  # what was split off twice is two actors
        for (first, early), (second, late) in combinations(sorted(marked.items()), 2):
            link(first, second, False, max(early, late))
    return tuple(
        Link(*pair, same, HUMAN if weight[0] else "model", weight[1]) for pair, (weight, same) in sorted(best.items())
    )
