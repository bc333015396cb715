"""Which personae are one actor: what humans and models decided, then rules, then what texts say.

A pair that is decided not to be one is never in one actor, whatever joins each to a third. Where that forbids a
join, the weaker one gives way: a human's word stands before a model's, that before the rules, and those before a
text's; of two decisions the earlier gives way, and of two that are alike the one whose uids come later.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from gsw_graph.identity.families import contradict, family, kinds_contradict
from gsw_graph.identity.groups import Groups
from gsw_graph.identity.marks import marks_contradict
from gsw_graph.identity.personae import Persona
from gsw_graph.names.people import is_initial_or_nickname
from gsw_graph.names.spelling import plain

AUTHORITY = {"said": 1, "echo": 1, "model": 2, "human": 3}
"""Whose word on a pair counts more."""
Known = Mapping[str, Persona]
"""Personae by uid."""


class Link(NamedTuple):
    """A word on whether two personae are one."""

    one: str
    """Uid of a persona."""
    other: str
    """Uid of another."""
    same: bool
    source: str
    """said (by a text), echo (one passage stands in two texts), model, or human."""
    number: int
    """Position among the decisions: later ones win; 0 for what is said."""


def partition(personae: Iterable[Persona], links: Iterable[Link]) -> dict[str, str]:
    """Return the actor of each persona, as a map from uid to uid.

    Whole families are needed, and whatever links join to them; what else is there changes nothing.

    Args:
        personae: The personae, each once.
        links: What texts, models and humans say on them, in any order; those on others are passed over.
    """
    known = {persona.uid: persona for persona in personae}
    groups = Groups(known)
    links = standing(known, links)
    for link in links:
        if not link.same:
            groups.forbid(link.one, link.other)
    same = [link for link in links if link.same]
    for link in same:
        if link.source in {"model", "human"}:
            groups.join(link.one, link.other)
    for members in _families(known):
        _join_family(members, groups)
    for link in same:
        if link.source == "echo" and not clash(known[link.one], known[link.other]):
            groups.join(link.one, link.other)
    _join_said(known, [link for link in same if link.source == "said"], groups)
    return groups.actors()


def standing(known: Known, links: Iterable[Link]) -> list[Link]:
    """Return the one link that counts for each pair, strongest first: of the highest authority the latest.

    Args:
        known: Personae by uid.
        links: All that is said on pairs.
    """
    found: dict[tuple[str, str], Link] = {}
    for link in sorted(set(links), key=lambda link: (AUTHORITY[link.source], link.number, not link.same)):
        if link.one != link.other and link.one in known and link.other in known:
            one, other = sorted((link.one, link.other))
            found[one, other] = link._replace(one=one, other=other)
    return sorted(found.values(), key=lambda link: (-AUTHORITY[link.source], -link.number, link.one, link.other))


def _families(known: Known) -> list[list[Persona]]:
    """Return the personae of each family that has several, in one order."""
    members: dict[str, list[Persona]] = defaultdict(list)
    for persona in sorted(known.values(), key=lambda persona: persona.uid):
        members[family(persona.scope, persona.folded)].append(persona)
    return [members[key] for key in sorted(members) if len(members[key]) > 1]


def _join_family(members: list[Persona], groups: Groups) -> None:
    """Join those of a family that the same others contradict: nothing then tells them apart.

    One that could be either of two that contradict each other stays by itself, but for other spellings of its name.
    """
    parts: dict[frozenset[str], list[Persona]] = defaultdict(list)
    for persona in members:
        parts[groups.of(persona.uid)].append(persona)
    against: dict[frozenset[str], set[frozenset[str]]] = {group: set() for group in parts}
    for one, other in combinations(parts, 2):
        if not groups.may_join(parts[one][0].uid, parts[other][0].uid) or any(
            contradict(mine, yours) for mine in parts[one] for yours in parts[other]
        ):
            against[one].add(other)
            against[other].add(one)
    alike: dict[tuple[frozenset[frozenset[str]], frozenset[str]], list[str]] = defaultdict(list)
    for group, personae in parts.items():
        rest = against.keys() - against[group] - {group}
        torn = any(against[other] & rest for other in rest)
        names = frozenset(f"{plain(persona.folded)} {persona.mark}" for persona in personae if torn)
        alike[frozenset(against[group]), names].append(personae[0].uid)
    for first, *others in alike.values():
        for uid in others:
            groups.join(first, uid)


def _join_said(known: Known, links: list[Link], groups: Groups) -> None:
    """Join what texts call by two names, but for a short form that they give to two actors.

    That one text calls John Miller "J. Miller" tells nothing of the J. Miller of another; in the one, the Operator or
    `aliases` has put the full name in its place.
    """
    longs: dict[str, set[str]] = defaultdict(set)
    for link in links:
        short, long = sorted((link.one, link.other), key=lambda uid: (len(known[uid].folded), uid))
        names = known[short].folded, known[long].folded
        of_one_text = is_initial_or_nickname(*names) or is_initial_or_nickname(*reversed(names))
        if not of_one_text and not clash(known[short], known[long]):
            longs[short].add(long)
    pending = True
    while pending:
        ready = list(_of_one_actor(longs, groups))
        for short, long in ready:
            groups.join(short, long)
            del longs[short]
        pending = bool(ready)


def _of_one_actor(longs: Mapping[str, set[str]], groups: Groups) -> Iterator[tuple[str, str]]:
    """Yield each short form that is given to one actor only, with a name of that actor."""
    for short in sorted(longs):
        if len({groups.of(uid) for uid in longs[short]}) == 1:
            yield short, min(longs[short])


def clash(one: Persona, other: Persona) -> bool:
    """Say whether a text can't mean that two names are one's: a person and a thing, or two marks.

    Args:
        one: A persona.
        other: Another.
    """
    return kinds_contradict(one, other) or marks_contradict(one.mark, other.mark)
