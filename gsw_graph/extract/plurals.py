"""Whom or what a "they" or an "it" means."""

from collections.abc import Sequence

from gsw_graph.extract.entities import Entity
from gsw_graph.extract.heard import SUBJECTS, Choice, Heard, Pronoun

_WEATHER = frozenset({"rain", "snow", "seem", "appear", "take", "matter", "happen", "turn"})


def choose_plural(pronoun: Pronoun, heard: Sequence[Heard], main: Entity | None) -> Choice | None:
    """Return whom a "they" means: a group, people named together, or one person who goes by "they".

    Args:
        pronoun: The pronoun.
        heard: Who was met before it, in order.
        main: The main person of the scene, who goes by he or she.
    """
    barred = pronoun.barred(heard)
    recent = [one for one in heard if pronoun.sentence - one.sentence <= 2 and id(one.entity) not in barred]
    best: tuple[float, tuple[Entity, ...]] | None = None
    for number, one in enumerate(recent):
        age = pronoun.sentence - one.sentence
        together = {id(other.entity): other.entity for other in recent if _together(one, other)}
        worth = 1.5 if len(together) > 1 else _worth(pronoun, one.entity, age, main)
        if worth is None:
            continue
        score = (2.0, 1.5, 0.5)[age] + (0.8 if one.subject else 0.0) + 0.02 * number + worth
        if best is None or score > best[0]:
            best = (score, tuple(together.values()) if len(together) > 1 else (one.entity,))
    if best is None or best[0] < 1.5:
        return None
    return Choice(best[1], 0.6 if len(best[1]) == 1 else 0.7)


def choose_thing(pronoun: Pronoun, heard: Sequence[Heard]) -> Choice | None:
    """Return which thing, organisation or animal an "it" means, None if it may mean nothing at all.

    Args:
        pronoun: The pronoun.
        heard: Who and what was met before it, in order.
    """
    if _empty(pronoun):
        return None
    barred = pronoun.barred(heard)
    subject = pronoun.dep in SUBJECTS | {"poss"}
    best: tuple[float, Entity] | None = None
    for number, one in enumerate(heard):
        age = pronoun.sentence - one.sentence
        entity = one.entity
        if age > 1 or entity.plural or entity.kind not in {"object", "organisation", "animal", "other"}:
            continue
        if id(entity) in barred:
            continue
        score = 2.0 - age + (0.8 if one.subject == subject else 0.0) + 0.05 * number
        score += 0.5 if entity.kind == "organisation" and subject else 0.0
        score -= 0.5 if one.oblique else 0.0
        if best is None or score > best[0]:
            best = (score, entity)
    return None if best is None else Choice((best[1],), 0.5)


def _together(one: Heard, other: Heard) -> bool:
    """Say whether two were named together, or meant together by one pronoun."""
    return one is other or (one.group >= 0 and (one.chunk, one.group) == (other.chunk, other.group))


def _worth(pronoun: Pronoun, entity: Entity, age: int, main: Entity | None) -> float | None:
    """Return how well one entity suits a "they", None if not at all."""
    if entity.plural and entity.kind == "object":
        return 0.6 if pronoun.dep in {"dobj", "pobj", "nsubjpass"} else -1.0
    if entity.plural:
        return 1.0
    if entity.kind == "person" and entity.they:
        return 1.2
    if entity.kind == "organisation":
        return -0.3
    if entity.kind == "person" and entity is not main and age == 0 and entity.gender == "?":
        return 0.0
    return None


def _empty(pronoun: Pronoun) -> bool:
    """Say whether an "it" only fills a subject's place ("it rained", "it seemed that")."""
    parse = pronoun.parse
    verb = parse.heads[pronoun.token]
    if pronoun.dep not in SUBJECTS:
        return False
    return parse.lemmas[verb] in _WEATHER or parse.kid(verb, "ccomp", "xcomp", "csubj", "acomp", "attr") is not None
