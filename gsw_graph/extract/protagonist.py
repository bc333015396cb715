"""The main person of a scene: whom its bare "he" or "she" means, even before the name is said."""

from collections.abc import Sequence

from gsw_graph.extract.entities import Entity, Place
from gsw_graph.extract.gender import Gender
from gsw_graph.extract.parse import Parse
from gsw_graph.extract.words import words

PRONOUN_GENDER: dict[str, Gender] = {
    "he": "m", "him": "m", "his": "m", "himself": "m",
    "she": "f", "her": "f", "hers": "f", "herself": "f",
}  # fmt: skip
_ARGUMENTS = frozenset({"nsubj", "nsubjpass", "dobj", "pobj", "conj"})
THEY = words("they them their theirs themselves themself")


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


def note_genders(parses: Sequence[Parse], places: Sequence[Place]) -> None:
    """Learn from pronouns in the same sentence which gender, or a singular "they", a person goes by.

    Args:
        parses: The parses of the chapter's chunks.
        places: The chapter's named mentions, in order.
    """
    votes: dict[int, list[int]] = {}
    known = {id(place.entity): place.entity for place in places}
    for chunk, sentence, subject in _lone_subjects(parses, places):
        parse = parses[chunk]
        vote = votes.setdefault(id(subject.entity), [0, 0, 0])
        verb = parse.heads[parse.span_head(subject.first, subject.last)]
        for token in range(subject.last + 1, parse.sents[sentence][1]):
            word = parse.lowers[token]
            if (token in parse.quoted) != (subject.first in parse.quoted):
                break
            if word in THEY and not _plural_between(parse, subject.last, token):
                vote[2] += 1
                break
            if word in PRONOUN_GENDER and parse.deps[token] == "poss" and _above(parse, token, verb):
                vote[0 if PRONOUN_GENDER[word] == "m" else 1] += 1
                break
    for key, (male, female, they) in votes.items():
        entity = known[key]
        entity.they = they if they > max(male, female) else 0
        if male and female:
            continue
        if entity.gender == "?" and male != female and not entity.they:
            entity.gender = "m" if male else "f"
        elif (entity.gender == "m" and female > 1) or (entity.gender == "f" and male > 1):
            # The text knows better than a list of first names.
            entity.gender = "f" if female else "m"


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
        # Who comes in by office or relation ("Doctor Selassie", "her neighbour, Jo Park") is seldom who was meant
        # before any name was said.
        plain = [key for key, one in people.items() if one.gender == gender and not one.they]
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


def _weight(parse: Parse, place: Place, gender: Gender) -> float:
    """Score one mention: for one that goes on with "his", against one that stands beside another's "he"."""
    head = parse.span_head(place.first, place.last)
    first, end = parse.sents[parse.sent_of[head]]
    score = 1.0
    subject = parse.deps[head] in {"nsubj", "nsubjpass"}
    if subject:
        score += 0.7
    if gender == "?":
        return score
    mine = [token for token in range(first, end) if PRONOUN_GENDER.get(parse.lowers[token]) == gender]
    before = any(token < place.first for token in mine)
    if subject and not before:
        verb = parse.heads[head]
        below = [token for token in mine if token > place.last and _above(parse, token, verb)]
        if any(parse.lowers[token] in {"him", "her"} and parse.deps[token] != "poss" for token in below):
            score -= 1.0
        elif any(parse.deps[token] == "poss" or parse.lowers[token].endswith("self") for token in below):
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


def _lone_subjects(parses: Sequence[Parse], places: Sequence[Place]) -> list[tuple[int, int, Place]]:
    """Return the sentences in which exactly one person is named, as a subject."""
    by_sentence: dict[tuple[int, int], list[Place]] = {}
    for place in places:
        if place.entity.kind == "person":
            sentence = parses[place.chunk].sent_of[place.first]
            by_sentence.setdefault((place.chunk, sentence), []).append(place)
    found = []
    for (chunk, sentence), here in by_sentence.items():
        parse = parses[chunk]
        head = parse.span_head(here[0].first, here[0].last)
        if len({id(place.entity) for place in here}) == 1 and parse.deps[head] in {"nsubj", "nsubjpass"}:
            found.append((chunk, sentence, here[0]))
    return found


def _above(parse: Parse, token: int, verb: int) -> bool:
    """Say whether a token hangs below a verb."""
    for _ in range(30):
        if token == verb:
            return True
        above = parse.heads[token]
        if above == token:
            return False
        token = above
    return False


def _plural_between(parse: Parse, first: int, last: int) -> bool:
    """Say whether a plural noun or a coordination stands between, which "they" could mean."""
    for token in range(first + 1, last):
        if parse.tags[token] in {"NNS", "NNPS"} and parse.deps[token] in {
            "nsubj",
            "nsubjpass",
            "dobj",
            "pobj",
            "conj",
        }:
            return True
    return False
