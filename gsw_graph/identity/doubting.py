"""Pairs of personae that a human should look at."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from gsw_graph.identity.families import contradict, family
from gsw_graph.identity.groups import canonical
from gsw_graph.identity.joining import Link, standing
from gsw_graph.identity.likeness import BARE, Sign, blocks, signs_against, signs_for
from gsw_graph.identity.personae import Persona

CROWD = 200
"""Personae that share a key; of more, what they share tells nothing."""
LIKE, UNLIKE = 0.8, 0.4
"""Cosines above and below which the meaning of two names counts for and against."""
OTHERS = 3
"""Names of others that may be meant as well, to be listed."""


class Doubt(NamedTuple):
    """Two personae that may or may not be one actor."""

    one: str
    """Uid of a persona."""
    other: str
    """Uid of another."""
    score: float
    """How much speaks for one actor, from 0 to 1; in the middle nobody can tell."""
    pro: tuple[str, ...]
    """What speaks for it, in words."""
    contra: tuple[str, ...]
    """What speaks against it, in words."""


Similar = Callable[[str, str], float]
"""The cosine of two names' vectors."""
Pair = tuple[str, str]


def doubts(
    personae: Iterable[Persona],
    assignment: Mapping[str, str],
    links: Iterable[Link],
    similar: Similar | None = None,
) -> list[Doubt]:
    """Return pairs worth a human's look, the most doubtful first, one for each two actors.

    These are two actors with likely names, short forms that texts give to two, and personae of one actor that
    contradict each other. What a human has decided is in no doubt.

    Args:
        personae: The personae, all that are to be compared.
        assignment: The actor of each, from `partition`.
        links: What texts, models and humans say on them.
        similar: How near two names are in meaning, asked for pairs that are in doubt anyway.
    """
    known = {persona.uid: persona for persona in personae}
    decided = standing(known, links)
    signs = _signs(known, assignment, decided)
    fitting: dict[str, set[str]] = defaultdict(set)
    for one, other in (*signs, *((other, one) for one, other in signs)):
        if not known[other].scope:
            fitting[one].add(assignment[other])
    names: dict[str, str] = {}
    for persona in sorted(known.values(), key=canonical, reverse=True):
        names[assignment[persona.uid]] = persona.name
    best: dict[Pair, Doubt] = {}
    for pair, found in sorted(signs.items()):
        doubt = _weighed(pair, [*found, *_others(pair, assignment, fitting, names), *_meaning(pair, known, similar)])
        one, other = sorted((assignment[pair[0]], assignment[pair[1]]))
        actors = (one, other) if one != other else pair
        if actors not in best or best[actors].score < doubt.score:
            best[actors] = doubt
    weight = {uid: persona.chapters for uid, persona in known.items()}
    return sorted(
        best.values(),
        key=lambda one: (abs(one.score - 0.5), -min(weight[one.one], weight[one.other]), one.one, one.other),
    )


def _signs(known: Mapping[str, Persona], assignment: Mapping[str, str], links: list[Link]) -> dict[Pair, list[Sign]]:
    """Return what there is to say on each pair that is in doubt."""
    human = {(link.one, link.other) for link in links if link.source == "human"}
    apart = {
        frozenset({assignment[link.one], assignment[link.other]})
        for link in links
        if link.source == "human" and not link.same
    }
    found: dict[Pair, list[Sign]] = {}
    for one, other in _pairs(known, assignment):
        pair, actors = (known[one], known[other]), frozenset({assignment[one], assignment[other]})
        if (one, other) in human or actors in apart:
            continue
        if len(actors) == 1:
            if family(pair[0].scope, pair[0].folded) == family(pair[1].scope, pair[1].folded) and contradict(*pair):
                words = "They are one actor through others."
                found[one, other] = [Sign(0.2, words), Sign(-0.1, "The names contradict.", pro=False)]
        elif sign := signs_for(*pair):
            found[one, other] = [sign, *signs_against(*pair)]
    for link in links:
        actors = frozenset({assignment[link.one], assignment[link.other]})
        if link.source == "said" and link.same and len(actors) == 2 and actors not in apart:
            pair = known[link.one], known[link.other]
            found.setdefault((link.one, link.other), list(signs_against(*pair))).append(
                Sign(0.2, f"A text uses {pair[0].name} and {pair[1].name} for one.")
            )
    return found


def _pairs(known: Mapping[str, Persona], assignment: Mapping[str, str]) -> Iterator[Pair]:
    """Yield each pair that shares a key, once; a bare name only with the one actor that may be called so."""
    sharing: dict[str, list[str]] = defaultdict(list)
    for uid in sorted(known):
        for key in set(blocks(known[uid])):
            sharing[key].append(uid)
    found: set[Pair] = set()
    for key, uids in sharing.items():
        if not key.startswith(BARE):
            found.update(combinations(uids, 2) if len(uids) <= CROWD else ())
            continue
        full = [uid for uid in uids if not known[uid].scope]
        if len({assignment[uid] for uid in full}) == 1:
            found.update((min(uid, full[0]), max(uid, full[0])) for uid in uids if known[uid].scope)
    yield from sorted(found)


def _others(
    pair: Pair, assignment: Mapping[str, str], fitting: Mapping[str, set[str]], names: Mapping[str, str]
) -> Iterator[Sign]:
    """Yield that others fit one of a pair as well."""
    one, other = pair
    rivals = (fitting[one] | fitting[other]) - {assignment[one], assignment[other]}
    if rivals:
        listed = sorted(names[actor] for actor in rivals)[:OTHERS]
        yield Sign(-0.15, f"It may be {' or '.join(listed)} as well.", pro=False)


def _meaning(pair: Pair, known: Mapping[str, Persona], similar: Similar | None) -> Iterator[Sign]:
    """Yield what the meanings of two names say."""
    if similar is None:
        return
    near = similar(known[pair[0]].name, known[pair[1]].name)
    if near >= LIKE:
        yield Sign(0.1, f"The names mean much the same ({near:.2f}).")
    elif near < UNLIKE:
        yield Sign(-0.1, f"The names mean different things ({near:.2f}).", pro=False)


def _weighed(pair: Pair, signs: list[Sign]) -> Doubt:
    """Return a pair with all signs."""
    score = min(max(0.5 + sum(sign.weight for sign in signs), 0.05), 0.95)
    pro = tuple(sign.words for sign in signs if sign.pro)
    contra = tuple(sign.words for sign in signs if not sign.pro)
    return Doubt(*pair, round(score, 3), pro, contra)
