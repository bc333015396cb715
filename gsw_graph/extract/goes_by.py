"""Which pronouns and which person nouns each person of a chapter goes by, as the chapter itself shows."""

from collections.abc import Sequence

from gsw_graph.extract.entities import Entity, Place
from gsw_graph.extract.gender import of_noun
from gsw_graph.extract.nouns import is_person_noun
from gsw_graph.extract.parse import Parse
from gsw_graph.extract.polarity import polarity
from gsw_graph.extract.quotes import SPEECH
from gsw_graph.extract.standing import PRONOUN_GENDER, above, is_absolute
from gsw_graph.extract.words import words

THEY = words("they them their theirs themselves themself")
_PLURALS = frozenset({"nsubj", "nsubjpass", "dobj", "pobj", "conj"})


class _Votes:
    """What speaks for each pronoun of one person: certain signs make the others void.

    Args:
        entity: The person.
    """

    def __init__(self, entity: Entity) -> None:
        self.entity = entity
        self.likely = {"m": 0, "f": 0}
        self.certain = {"m": 0, "f": 0}
        self.they = 0

    def settle(self) -> None:
        """Note the gender or the singular "they" that the votes give the person."""
        entity = self.entity
        certain = any(self.certain.values())
        votes = {key: 2 * count for key, count in self.certain.items()} if certain else self.likely
        male, female = votes["m"], votes["f"]
        entity.they = self.they if self.they > max(male, female) else 0
        if male and female:
            return
        if entity.gender == "?" and male != female and not entity.they:
            entity.gender = "m" if male else "f"
        elif (entity.gender == "m" and female > 1) or (entity.gender == "f" and male > 1):
            # The text knows better than a list of first names.
            entity.gender = "f" if female else "m"


def note_genders(parses: Sequence[Parse], places: Sequence[Place]) -> None:
    """Learn from pronouns in the same sentence which gender, or a singular "they", a person goes by.

    Args:
        parses: The parses of the chapter's chunks.
        places: The chapter's named mentions, in order.
    """
    votes: dict[int, _Votes] = {}
    for chunk, sentence, subject in _lone_subjects(parses, places):
        vote = votes.setdefault(id(subject.entity), _Votes(subject.entity))
        _vote(parses[chunk], sentence, subject, vote)
        if _says_next(parses[chunk], sentence, subject):
            vote.they += 2
    for vote in votes.values():
        vote.settle()


def note_roles(parses: Sequence[Parse], names: Sequence[Place]) -> None:
    """Learn which person nouns a chapter uses of whom it names, so that "the detective" means that person.

    Args:
        parses: The parses of the chapter's chunks.
        names: The chapter's named mentions.
    """
    for place in names:
        if place.entity.kind != "person":
            continue
        parse = parses[place.chunk]
        head = parse.span_head(place.first, place.last)
        before = place.first - 1
        nouns = [*parse.kids(head, "appos"), before if before >= 0 and parse.words[before] != "," else head]
        if parse.heads[head] < head and parse.lowers[parse.heads[head]] in {"named", "called"}:
            nouns.append(parse.heads[parse.heads[head]])
        if parse.deps[head] == "appos":
            nouns.append(parse.heads[head])
        above = parse.heads[head]
        subject = parse.deps[head] in {"nsubj", "nsubjpass"} and parse.lemmas[above] in {"be", "become"}
        if subject and polarity(parse, above) == "asserted":
            nouns += parse.kids(above, "attr")
        for noun in nouns:
            if parse.pos[noun] == "NOUN" and parse.tags[noun] == "NN" and is_person_noun(parse.lemmas[noun]):
                place.entity.roles.add(parse.lemmas[noun])
                if (gender := of_noun(parse.lemmas[noun])) != "?" and place.entity.gender == "?":
                    place.entity.gender = gender


def _vote(parse: Parse, sentence: int, subject: Place, vote: _Votes) -> None:
    """Count the first pronoun behind a subject that may be its own."""
    verb = parse.heads[parse.span_head(subject.first, subject.last)]
    end = parse.sents[sentence][1]
    for token in range(subject.last + 1, end):
        word = parse.lowers[token]
        if (token in parse.quoted) != (subject.first in parse.quoted):
            return
        if word in THEY and not _plural_in(parse, subject.last + 1, token):
            vote.they += 1
            return
        if word in PRONOUN_GENDER and parse.deps[token] == "poss" and above(parse, token, verb):
            gender = PRONOUN_GENDER[word]
            mixed = any(
                PRONOUN_GENDER.get(parse.lowers[one], gender) != gender for one in range(*parse.sents[sentence])
            )
            own = is_absolute(parse, token, verb) and not mixed
            (vote.certain if own else vote.likely)[gender] += 1
            return


def _says_next(parse: Parse, sentence: int, subject: Place) -> bool:
    """Say whether the next words are a quotation that a "they" says (“Bo nodded. "Well," they said”)."""
    for token in range(parse.sents[sentence][1], min(parse.sents[sentence][1] + 80, len(parse))):
        if token in parse.quoted or not parse.words[token][0].isalnum():
            continue
        said = parse.lowers[token] == "they" and parse.lemmas[parse.heads[token]] in SPEECH
        quoted = any(one in parse.quoted for one in range(parse.sents[sentence][1], token))
        first, end = parse.sents[sentence]
        return said and quoted and not any(_are_people(parse, one) for one in range(first, end))
    return False


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


def _plural_in(parse: Parse, first: int, end: int) -> bool:
    """Say whether a plural noun stands in a run of tokens, which "they" could mean."""
    return any(parse.tags[token] in {"NNS", "NNPS"} and parse.deps[token] in _PLURALS for token in range(first, end))


def _are_people(parse: Parse, token: int) -> bool:
    return parse.tags[token] == "NNS" and is_person_noun(parse.lemmas[token])
