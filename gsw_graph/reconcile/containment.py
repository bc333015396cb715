"""Which places are one place, and which lie within which, as the words of a chapter say."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Literal, NamedTuple

from gsw_graph.names import fold, is_proper
from gsw_graph.reconcile.facts import MentionFact
from gsw_graph.records import content_uid

Relation = Literal["same", "finer", "coarser", "apart", "unclear"]
"""How a place or date stands to another: "finer" lies within it; "unclear" may be the same or not."""
_INSIDE = re.compile(r",? (?:of|in|inside|within)(?: the| an?)? ", re.IGNORECASE)
_BESIDE = re.compile(r",? (?:at|on)(?: the| an?)? ", re.IGNORECASE)
"""Say that a part lies within a place ("a room at the Grand Hotel"), but of two names nothing ("in Porto at the Grand
Hotel")."""
_PART = re.compile(r" (?:of|in|at|on|inside|within) |, ")
_CALLED = re.compile(r",? \(?(?:(?:also|otherwise|locally) )?(?:called|known as|named)(?: the)? ", re.IGNORECASE)
_PHRASE_ENDS = re.compile(r"['’]?(?:[.;:!?)\n—–]|, |,?$|,? (?:on|at|in|where|when|until|from)\b)")
_LISTED = re.compile(r" (?:and|or|&) ")
_LISTED_LAST = re.compile(r", (?:and|or|&) (?:the )?")


class _Spot(NamedTuple):
    """A place mention where it stands."""

    start: int
    end: int
    after: str
    mention: MentionFact
    joint: str = ""
    """The words between it and the next place of its passage."""


class Within(NamedTuple):
    """A place that lies within another, and the mentions that say so."""

    inner: str
    outer: str
    mentions: tuple[str, ...]


class Containment:
    """Knows the places of one chapter.

    Args:
        mentions: The chapter's mentions, in any order; those of other kinds are passed over.
    """

    def __init__(self, mentions: Iterable[MentionFact]) -> None:
        places = [one for one in mentions if one.kind == "place"]
        self._named = {one.uid: one for one in places}
        pairs = list(_neighbours(places))
        self._same = _aliases(pairs)
        self.within: list[Within] = self._said(pairs)
        self._proper = {self.uid(one) for one in places if is_proper(self.canonical(one).name)}
        self._outer: dict[str, set[str]] = defaultdict(set)
        for one in self.within:
            self._outer[one.inner].add(one.outer)

    def canonical(self, mention: MentionFact) -> MentionFact:
        """Return the mention whose name a place goes by: another one where the text says that both are one place."""
        seen = {mention.folded}
        while (other := self._same.get(mention.folded)) and other.folded not in seen:
            seen.add(other.folded)
            mention = other
        return mention

    def uid(self, mention: MentionFact) -> str:
        """Return the uid of the place that a mention names.

        By a name it is one place in the workspace; by a description ("the kitchen") it is one inside its chapter.
        """
        named = self.canonical(mention)
        return content_uid("place", "" if is_proper(named.name) else named.chapter, named.folded)

    def is_proper(self, place: str) -> bool:
        """Say whether a place, by uid, has a name, as against a description."""
        return place in self._proper

    def relation(self, new: str, old: str) -> Relation:
        """Say how a place stands to another, both by uid: "the doorway" may be in Porto though no text says so."""
        if new == old:
            return "same"
        if self._reaches(new, old):
            return "finer"
        if self._reaches(old, new):
            return "coarser"
        return "apart" if self.is_proper(new) == self.is_proper(old) else "unclear"

    def _reaches(self, inner: str, outer: str) -> bool:
        found, todo = {inner}, [inner]
        while todo:
            for above in self._outer[todo.pop()] - found:
                found.add(above)
                todo.append(above)
        return outer in found

    def _said(self, pairs: "list[tuple[_Spot, _Spot, str]]") -> list[Within]:
        """Return which place lies within which; what is said both ways is said of neither."""
        found: dict[tuple[str, str], set[str]] = defaultdict(set)
        for first, second, between in pairs:
            part = _BESIDE.fullmatch(between) and not is_proper(first.mention.name)
            if part or _INSIDE.fullmatch(between) or _is_address(second, between):
                found[self.uid(first.mention), self.uid(second.mention)] |= {first.mention.uid, second.mention.uid}
        by_name = {one.folded: one for one in sorted(self._named.values(), reverse=True)}
        for inner in self._named.values():
            outer = by_name.get(_outer_name(inner.name))
            if outer is not None:
                found[self.uid(inner), self.uid(outer)] |= {inner.uid}
        return [
            Within(*pair, tuple(sorted(said)))
            for pair, said in sorted(found.items())
            if pair[0] != pair[1] and pair[::-1] not in found
        ]


def _neighbours(places: list[MentionFact]) -> Iterator[tuple[_Spot, _Spot, str]]:
    """Yield the place mentions that stand next to each other in one passage, with the words between them."""
    spots: dict[int, _Spot] = {}
    for one in sorted(places, key=lambda place: (place.told_at, len(place.surface), place.after, place.uid)):
        spots[one.told_at] = _Spot(one.told_at, one.told_at + len(one.surface), one.after, one)
    in_order = [spots[start] for start in sorted(spots)]
    gaps = [second.start - first.end for first, second in pairwise(in_order)]
    joints = [one.after[:gap] if 0 < gap < len(one.after) else "" for one, gap in zip(in_order, gaps, strict=False)]
    joined = [one._replace(joint=joint) for one, joint in zip(in_order, [*joints, ""], strict=False)]
    yield from ((first, second, first.joint) for first, second in pairwise(joined) if first.joint)


def _is_address(second: _Spot, between: str) -> bool:
    """Say whether two places stand as "Gate Nine, Porto" or "Gate Nine (Porto)", and not in a list of places."""
    if between not in {", ", " ("} or not is_proper(second.mention.name):
        return False
    listed = _LISTED.match(second.after) or _LISTED_LAST.fullmatch(second.joint)
    return not listed and bool(_PHRASE_ENDS.match(second.after))


def _outer_name(name: str) -> str:
    """Return the folded name behind a description ("the east wing of the Grand Museum") or the first comma."""
    parts = _PART.search(name)
    if parts is None or (is_proper(name[: parts.start()]) and parts[0] == " of "):
        return ""  # "Bank of England", "Gulf of Mexico" are names, and say nothing of where they are
    return fold(name[parts.end() :])


def _aliases(pairs: list[tuple[_Spot, _Spot, str]]) -> dict[str, MentionFact]:
    """Map the folded shorter name of a place to the mention with its fuller one, where the text says both in a row."""
    same: dict[str, MentionFact] = {}
    for first, second, between in pairs:
        fuller, shorter = first.mention, second.mention
        short = between == " (" and shorter.name in _abbreviations(fuller.name)
        if fuller.folded != shorter.folded and (short or _CALLED.fullmatch(between)):
            same.setdefault(shorter.folded, fuller)
    return same


def _abbreviations(name: str) -> set[str]:
    """Return what a name of several words may be shortened to: its first letters, or all its capitals."""
    words = [word for word in re.split(r"[\s-]+", name) if word[:1].isupper()]
    if len(words) < 2:
        return set()
    return {"".join(word[0] for word in words), "".join(letter for letter in name if letter.isupper())}
