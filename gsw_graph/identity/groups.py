"""Personae in groups, some pairs of which may never be in one."""

from collections import defaultdict
from collections.abc import Mapping

from gsw_graph.identity.personae import Persona, actor_uid


class Groups:
    """Each persona in a group, at first alone.

    Args:
        known: Personae by uid.
    """

    def __init__(self, known: Mapping[str, Persona]) -> None:
        self._known = known
        self._group = {uid: frozenset([uid]) for uid in known}
        self._apart: dict[str, set[str]] = defaultdict(set)

    def of(self, uid: str) -> frozenset[str]:
        """Return the uids of a persona's group."""
        return self._group[uid]

    def forbid(self, one: str, other: str) -> None:
        """Keep two personae apart from now on."""
        self._apart[one].add(other)
        self._apart[other].add(one)

    def may_join(self, one: str, other: str) -> bool:
        """Say whether the groups of two personae may become one."""
        return not any(self._apart[uid] & self._group[other] for uid in self._group[one])

    def join(self, one: str, other: str) -> None:
        """Make the groups of two personae one, unless a pair of them is to stay apart."""
        if other not in self._group[one] and self.may_join(one, other):
            whole = self._group[one] | self._group[other]
            self._group.update(dict.fromkeys(whole, whole))

    def actors(self) -> dict[str, str]:
        """Return the actor's uid of each persona: that of the canonical persona of its group.

        Its mark counts only where another actor bears the same name, so that "Mr" alone changes no uid.
        """
        bearers: dict[tuple[str, str], set[frozenset[str]]] = defaultdict(set)
        for uid, group in self._group.items():
            bearers[self._known[uid].scope, self._known[uid].folded].add(group)
        actors: dict[str, str] = {}
        for group in set(self._group.values()):
            first = min((self._known[uid] for uid in group), key=canonical)
            alone = len(bearers[first.scope, first.folded]) == 1
            actors.update(dict.fromkeys(group, actor_uid(first.scope, first.folded, "" if alone else first.mark)))
        return actors


def canonical(persona: Persona) -> tuple[bool, int, str, bool, str, str]:
    """Return the order in which personae stand for their actor: full names first, longer ones, those without a mark.

    Args:
        persona: One of the actor's.
    """
    name, mark = persona.folded, persona.mark
    return bool(persona.scope), -len(name), name, bool(mark), mark, persona.scope
