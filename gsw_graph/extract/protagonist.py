"""The main person of a scene: whom its bare "he" or "she" means, even before the name is said."""

from collections.abc import Sequence

from gsw_graph.extract.entities import Entity, Place
from gsw_graph.extract.gender import Gender
from gsw_graph.extract.parse import Parse
from gsw_graph.extract.standing import (
    PRONOUN_GENDER,
    above,
    acted_upon,
    acts_upon,
    is_itself,
    pronouns_beside,
    turns_inward,
)


def dominant_gender(parses: Sequence[Parse], first: int, last: int) -> Gender:
    """Return the gender of most gendered pronouns in a run of chunks, "?" if there are none."""
    male = female = 0
    for parse in parses[first : last + 1]:
        for word in parse.lowers:
            gender = PRONOUN_GENDER.get(word)
            male += gender == "m"
            female += gender == "f"
    if male == female:
        return "?"
    return "m" if male > female else "f"


def main_person(parses: Sequence[Parse], places: Sequence[Place], first: int, last: int) -> Entity | None:
    """Return the person whom a run of chunks is mostly about, None if it names nobody.

    Args:
        parses: The parses of the chapter's chunks.
        places: The chapter's named mentions, in order.
        first: First chunk of the run.
        last: Last chunk of it.
    """
    gender = dominant_gender(parses, first, last)
    scores: dict[int, float] = {}
    people: dict[int, Entity] = {}
    for place in places:
        entity = place.entity
        if entity.kind != "person" or not first <= place.chunk <= last:
            continue
        people[id(entity)] = entity
        scores[id(entity)] = scores.get(id(entity), 0.0) + _weight(parses[place.chunk], place, gender)
    for key, entity in people.items():
        if gender != "?":
            scores[key] -= 3.0 * min(entity.they, 1)
        if gender != "?" and entity.gender not in {gender, "?"}:
            scores[key] -= 4.0
        elif gender != "?" and entity.gender == gender:
            scores[key] += 1.0
    if not people:
        return None
    if gender != "?" and _opens_nameless(parses, places, first, last, gender):
        named = _names_the_run(parses, places, first, last, gender)
        if named is not None:
            scores[id(named)] += 3.0
        # Who comes in by office or relation ("Doctor Selassie", "her neighbour, Jo Park") is seldom who was meant
        # before any name was said.
        plain = [key for key, one in people.items() if (one.gender == gender and not one.they) or one is named]
        known = {key: 2 * people[key].titled + bool(people[key].roles) for key in plain}
        scores = {key: scores[key] for key in plain if known[key] == min(known.values())} or scores
    return people[max(scores, key=lambda key: (scores[key], -people[key].order))]


def _opens_nameless(parses: Sequence[Parse], places: Sequence[Place], first: int, last: int, gender: Gender) -> bool:
    """Say whether a run of chunks says "he" or "she" before it names anybody whom that could mean."""
    named = next(
        (
            (place.chunk, place.first)
            for place in places
            if place.entity.kind == "person" and place.entity.gender in {gender, "?"} and place.chunk >= first
        ),
        (last + 1, 0),
    )
    for chunk in range(first, min(named[0], last) + 1):
        end = named[1] if chunk == named[0] else len(parses[chunk])
        if any(PRONOUN_GENDER.get(word) == gender for word in parses[chunk].lowers[:end]):
            return True
    return False


def _names_the_run(
    parses: Sequence[Parse], places: Sequence[Place], first: int, last: int, gender: Gender
) -> Entity | None:
    """Return who is first named as one that turns inward, behind a "he" that nobody named before can be."""
    seen: set[int] = set()
    for place in places:
        entity = place.entity
        if entity.kind != "person" or not first <= place.chunk <= last:
            continue
        fitting = id(entity) not in seen and entity.gender in {gender, "?"} and not entity.they
        if fitting and turns_inward(parses[place.chunk], place, gender):
            return entity
        seen.add(id(entity))
    return None


def _weight(parse: Parse, place: Place, gender: Gender) -> float:
    """Score one mention: for one that goes on with "his", against one that stands beside another's "he"."""
    head = parse.span_head(place.first, place.last)
    score = 1.0
    subject = parse.deps[head] in {"nsubj", "nsubjpass"}
    if subject:
        score += 0.7
    if gender == "?":
        return score
    mine = pronouns_beside(parse, place, gender)
    if any(acts_upon(parse, place, token) or acted_upon(parse, place, token) for token in mine):
        return score - 2.0  # "Bo nodded to him", "he saw Bo leave": him is not Bo
    before = any(token < place.first for token in mine)
    if subject and not before:
        verb = parse.heads[head]
        below = [token for token in mine if token > place.last and above(parse, token, verb)]
        if any(parse.deps[token] == "poss" or is_itself(parse, token) for token in below):
            score += 1.0
    elif before and not subject:
        score -= 1.2
    return score + _carries_on(parse, place, gender)


def _carries_on(parse: Parse, place: Place, gender: Gender) -> float:
    """Score a mention whose next sentence goes on with the pronoun before anybody else is named."""
    sentence = parse.sent_of[place.last] + 1
    if sentence >= len(parse.sents):
        return 0.0
    last = parse.sents[sentence - 1][1]
    if any(parse.pos[token] == "PROPN" for token in range(place.last + 1, last)):
        return 0.0
    for token in range(*parse.sents[sentence]):
        if PRONOUN_GENDER.get(parse.lowers[token]) == gender:
            return 0.7
        if parse.pos[token] == "PROPN":
            return 0.0
    return 0.0
