"""Which personae are one actor."""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from gsw_graph.identity.personae import Persona, actor_uid

AUTHORITY = {"said": 1, "model": 2, "human": 3}
"""Whose word counts more."""


class Link(NamedTuple):
    """A word on whether two personae are one."""

    one: str
    """Uid of a persona."""
    other: str
    """Uid of another."""
    same: bool
    source: str
    """said (by a text), model, or human."""
    number: int
    """Position among the decisions: later ones win; 0 for what is said."""


def partition(personae: Iterable[Persona], links: Iterable[Link]) -> dict[str, str]:
    """Return the actor of each persona, as a map from uid to uid.

    Args:
        personae: All personae of some families, with those that links join to them.
        links: What texts, models and humans say on them, in any order.
    """
    known = {persona.uid: persona for persona in personae}
    groups = Groups(known)
    standing = _standing(known, links)
    groups.forbid(pair for pair, link in standing.items() if not link.same)
    for link in sorted((link for link in standing.values() if link.same), key=_precedence):
        groups.join(link.one, link.other)
    return groups.actors()


def _standing(known: dict[str, Persona], links: Iterable[Link]) -> dict[tuple[str, str], Link]:
    """Return the link that counts for each pair: of the highest authority the latest."""
    found: dict[tuple[str, str], Link] = {}
    for link in sorted(set(links), key=lambda link: (AUTHORITY[link.source], link.number, not link.same)):
        if link.one != link.other and link.one in known and link.other in known:
            one, other = sorted((link.one, link.other))
            found[one, other] = link._replace(one=one, other=other)
    return found


def _precedence(link: Link) -> tuple[int, int, str, str]:
    return -AUTHORITY[link.source], -link.number, link.one, link.other


class Groups:
    """Personae in groups, some pairs of which may never be in one.

    Args:
        known: Personae by uid.
    """

    def __init__(self, known: dict[str, Persona]) -> None:
        self._known = known
        self._group = {uid: {uid} for uid in known}
        self._apart: dict[str, set[str]] = defaultdict(set)

    def forbid(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Keep pairs of personae apart from now on."""
        for one, other in pairs:
            self._apart[one].add(other)
            self._apart[other].add(one)

    def may_join(self, one: str, other: str) -> bool:
        """Say whether the groups of two personae may become one."""
        return not any(self._apart[uid] & self._group[other] for uid in self._group[one])

    def join(self, one: str, other: str) -> bool:
        """Make the groups of two personae one, unless a pair is to stay apart; say whether they are one."""
        if self._group[one] is self._group[other]:
            return True
        if not self.may_join(one, other):
            return False
        whole = self._group[one] | self._group[other]
        self._group.update(dict.fromkeys(whole, whole))
        return True

    def actors(self) -> dict[str, str]:
        """Return the actor's uid of each persona: that of the canonical persona of its group."""
        found: dict[str, str] = {}
        for uid, group in self._group.items():
            first = min((self._known[one] for one in group), key=canonical)
            found[uid] = actor_uid(first.scope, first.folded, first.mark)
        return found


def canonical(persona: Persona) -> tuple[bool, bool, int, str, str, str]:
    """Return the order in which personae stand for their actor: full names first, unmarked ones, then longer ones.

    Args:
        persona: One of the actor's.
    """
    return bool(persona.scope), bool(persona.mark), -len(persona.folded), persona.folded, persona.mark, persona.scope
