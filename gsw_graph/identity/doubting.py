"""Pairs of personae that a human should look at."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from gsw_graph.identity.joining import Link
from gsw_graph.identity.personae import Persona


class Doubt(NamedTuple):
    """Two personae that may or may not be one."""

    one: str
    """Uid of a persona."""
    other: str
    """Uid of another."""
    score: float
    """How much speaks for one actor, from 0 to 1."""
    pro: tuple[str, ...]
    """What speaks for it, in words."""
    contra: tuple[str, ...]
    """What speaks against it, in words."""


def doubts(personae: Iterable[Persona], assignment: Mapping[str, str], links: Iterable[Link]) -> list[Doubt]:
    """Return pairs worth a human's look, the most doubtful first.

    Args:
        personae: The personae.
        assignment: The actor of each, from `partition`.
        links: What texts, models and humans say on them.
    """
    known = {persona.uid: persona for persona in personae}
    found = {}
    for link in links:
        pair = tuple(sorted((link.one, link.other)))
        if link.source == "said" and link.same and pair[0] in known and pair[1] in known:
            one, other = (known[uid] for uid in pair)
            if assignment[one.uid] != assignment[other.uid]:
                pro = (f"A text calls {other.name} by the name {one.name}.",)
                found[pair] = Doubt(one.uid, other.uid, 0.5, pro, ())
    return sorted(found.values(), key=lambda doubt: (abs(doubt.score - 0.5), doubt.one, doubt.other))
