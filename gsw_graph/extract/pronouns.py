"""Whom a pronoun means: scored candidates among those met before in the chapter."""

from collections.abc import Sequence
from dataclasses import dataclass

from gsw_graph.extract.entities import Entity
from gsw_graph.extract.gender import Gender
from gsw_graph.extract.parse import Parse

SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj"})
_WEATHER = frozenset({"rain", "snow", "seem", "appear", "take", "matter", "happen", "turn"})
_WINDOW = 6
"""How many sentences back a candidate may stand."""


@dataclass(frozen=True, slots=True)
class Heard:
    """Somebody met while reading on."""

    entity: Entity
    chunk: int
    token: int
    """Head of the mention."""
    sentence: int
    """Number of the sentence in the chapter."""
    subject: bool
    pronoun: str = ""
    """The pronoun, if it was one."""
    group: int = -1
    """First token of the names it is coordinated with; the pronoun itself for those that it means together."""
    oblique: bool = False
    """Whether a preposition governs it."""
    quoted: bool = False
    """Whether it stands in quotation marks."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The candidates of best fit, and how sure that is."""

    entities: tuple[Entity, ...]
    confidence: float


def choose(
    parse: Parse,
    chunk: int,
    token: int,
    sentence: int,
    gender: Gender,
    heard: Sequence[Heard],
    main: Entity | None,
    dominant: Gender,
    ahead: Sequence[Heard] = (),
) -> Choice | None:
    """Return whom a "he" or "she" means, None if nobody fits.

    Args:
        parse: The parse of the pronoun's chunk.
        chunk: The chunk's number.
        token: The pronoun.
        sentence: Number of its sentence in the chapter.
        gender: The pronoun's gender.
        heard: Who was met before it, in order.
        main: The main person of the scene.
        dominant: The gender of most pronouns of the scene.
        ahead: Who stands after it in its own sentence.
    """
    scores: dict[int, float] = {}
    people: dict[int, Entity] = {}
    subject = parse.deps[token] in SUBJECTS
    barred = _barred(parse, chunk, token, [*heard, *ahead])
    mate = _clause_subject(parse, token)
    chained = False
    for number, one in enumerate(reversed(heard)):
        age = sentence - one.sentence
        if age > _WINDOW:
            break
        entity = one.entity
        if not fits(entity, gender) or id(entity) in barred:
            continue
        people[id(entity)] = entity
        score = (3.0, 2.0, 1.2, 0.7, 0.4, 0.2, 0.1)[age]
        score += (1.0 if one.subject else 0.0) - 0.03 * number
        score += 0.4 if one.subject and subject else 0.0
        if one.chunk == chunk and one.token == mate:
            score += 2.0 if parse.deps[token] == "poss" else 1.2
        if one.quoted and token not in parse.quoted:
            score -= 0.8
        if one.pronoun and not chained and age <= 2:
            score += 0.8
            chained = True
        scores[id(entity)] = max(scores.get(id(entity), 0.0), score)
    if main is not None and fits(main, gender) and id(main) not in barred and gender == dominant:
        strongest = max(scores.values(), default=0.0)
        if id(main) in scores:
            scores[id(main)] += 0.7 if parse.deps[token] in SUBJECTS | {"poss"} else 0.3
        elif strongest < 2.5:
            people[id(main)] = main
            scores[id(main)] = 2.2
    _look_ahead(parse, token, gender, ahead, people, scores)
    for key, entity in people.items():
        scores[key] += 1.0 if entity.gender == gender else 0.0
        scores[key] -= 2.0 if entity.they else 0.0
        scores[key] += 0.3 if entity.named else 0.0
    if not people:
        return None
    order = sorted(people, key=lambda key: (-scores[key], people[key].order))
    gap = scores[order[0]] - (scores[order[1]] if len(order) > 1 else 0.0)
    return Choice((people[order[0]],), min(0.95, 0.5 + 0.15 * gap))


def choose_plural(
    parse: Parse, chunk: int, token: int, sentence: int, heard: Sequence[Heard], main: Entity | None
) -> Choice | None:
    """Return whom a "they" means: a group, people named together, or one person who goes by "they".

    Args:
        parse: The parse of the pronoun's chunk.
        chunk: The chunk's number.
        token: The pronoun.
        sentence: Number of its sentence in the chapter.
        heard: Who was met before it, in order.
        main: The main person of the scene, who goes by he or she.
    """
    barred = _barred(parse, chunk, token, heard)
    recent = [one for one in heard if sentence - one.sentence <= 2 and id(one.entity) not in barred]
    best: tuple[float, tuple[Entity, ...]] | None = None
    for number, one in enumerate(recent):
        age = sentence - one.sentence
        base = (2.0, 1.5, 0.5)[age] + (0.8 if one.subject else 0.0) + 0.02 * number
        entity = one.entity
        together = [other.entity for other in recent if (other.chunk, other.group) == (one.chunk, one.group)]
        if one.group >= 0 and len({id(other) for other in together}) > 1:
            unique = {id(other): other for other in together}
            candidate = (base + 1.5, tuple(unique.values()))
        elif entity.plural and entity.kind == "object":
            candidate = (
                base + (0.6 if parse.deps[token] in {"dobj", "pobj", "nsubjpass"} else -1.0),
                (entity,),
            )
        elif entity.plural:
            candidate = (base + 1.0, (entity,))
        elif entity.kind == "person" and entity.they:
            candidate = (base + 1.2, (entity,))
        elif entity.kind == "organisation":
            candidate = (base - 0.3, (entity,))
        elif entity.kind == "person" and entity is not main and age == 0 and entity.gender == "?":
            candidate = (base, (entity,))
        else:
            continue
        if best is None or candidate[0] > best[0]:
            best = candidate
    if best is None or best[0] < 1.5:
        return None
    return Choice(best[1], 0.6 if len(best[1]) == 1 else 0.7)


def choose_thing(parse: Parse, chunk: int, token: int, sentence: int, heard: Sequence[Heard]) -> Choice | None:
    """Return which thing, organisation or animal an "it" means, None if it may mean nothing at all.

    Args:
        parse: The parse of the pronoun's chunk.
        chunk: The chunk's number.
        token: The pronoun.
        sentence: Number of its sentence in the chapter.
        heard: Who and what was met before it, in order.
    """
    above = parse.heads[token]
    if parse.deps[token] in SUBJECTS and (
        parse.kid(above, "ccomp", "xcomp", "csubj", "acomp", "attr") is not None or parse.lemmas[above] in _WEATHER
    ):
        return None
    barred = _barred(parse, chunk, token, heard)
    subject = parse.deps[token] in SUBJECTS | {"poss"}
    best: tuple[float, Entity] | None = None
    for number, one in enumerate(heard):
        age = sentence - one.sentence
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


def fits(entity: Entity, gender: Gender) -> bool:
    """Say whether a gendered pronoun can mean an entity."""
    return entity.kind in {"person", "animal"} and not entity.plural and entity.gender in {gender, "?"}


def _barred(parse: Parse, chunk: int, token: int, heard: Sequence[Heard]) -> set[int]:
    """Return who cannot be meant: the subject of the same verb, or one coordinated with the pronoun."""
    word = parse.lowers[token]
    if word.endswith(("self", "selves")) or parse.deps[token] == "poss":
        return set()
    verb, subject_of = _governor(parse, token), _governor(parse, token, shared=True)
    barred = set()
    for one in heard:
        if one.chunk != chunk or parse.sent_of[one.token] != parse.sent_of[token] or one.token == token:
            continue
        together = parse.heads[one.token] == token or (parse.heads[token] == one.token and parse.deps[token] == "conj")
        clause = subject_of if one.subject else verb
        if together or (_governor(parse, one.token) == clause and parse.deps[one.token] != "poss"):
            barred.add(id(one.entity))
    return barred


def _clause_subject(parse: Parse, token: int) -> int:
    """Return the subject of the verb that a pronoun hangs below, -1 if there is none but the pronoun."""
    verb = token
    for _ in range(20):
        above = parse.heads[verb]
        if above == verb:
            break
        verb = above
        if parse.pos[verb] in {"VERB", "AUX"}:
            found = parse.kid(verb, "nsubj", "nsubjpass")
            if found is not None and found != token:
                return found
            if found is None and parse.deps[verb] not in {"conj", "xcomp", "advcl"}:
                break
    return -1


def _governor(parse: Parse, token: int, shared: bool = False) -> int:
    """Return the verb that governs a token; if shared, the one whose subject that verb shares."""
    above = parse.heads[token]
    while parse.pos[above] not in {"VERB", "AUX"} and parse.heads[above] != above:
        if parse.deps[above] not in {"prep", "agent", "dative", "conj", "pobj", "dobj", "pcomp"}:
            break
        above = parse.heads[above]
    if shared and parse.deps[above] == "conj" and parse.kid(above, "nsubj", "nsubjpass") is None:
        # "Marsh stopped and told him": the subject belongs to the first verb.
        above = parse.heads[above] if parse.pos[parse.heads[above]] in {"VERB", "AUX"} else above
    return above


def _look_ahead(
    parse: Parse,
    token: int,
    gender: Gender,
    ahead: Sequence[Heard],
    people: dict[int, Entity],
    scores: dict[int, float],
) -> None:
    """Let a pronoun of a fronted clause mean the subject that follows ("As he walked, Marsh saw …")."""
    clause = _clause(parse, token)
    for one in ahead:
        if not one.subject or not fits(one.entity, gender) or parse.deps[clause] not in {"advcl", "pcomp", "prep"}:
            continue
        if parse.heads[one.token] == parse.heads[clause]:
            people[id(one.entity)] = one.entity
            scores[id(one.entity)] = max(scores.get(id(one.entity), 0.0), 2.6)


def _clause(parse: Parse, token: int) -> int:
    """Return the verb of the fronted clause or phrase that a pronoun stands in."""
    for _ in range(20):
        above = parse.heads[token]
        if parse.deps[token] in {"advcl", "ROOT", "ccomp", "conj"} or above == token:
            return token
        if parse.deps[token] == "prep" and parse.pos[above] in {"VERB", "AUX"}:
            return token
        token = above
    return token
