"""How a name stands to the "he" or "she" beside it: as that person, or as another who has to do with it."""

from gsw_graph.extract.entities import Place
from gsw_graph.extract.gender import Gender
from gsw_graph.extract.heard import SUBJECTS, shares_subject
from gsw_graph.extract.parse import Parse
from gsw_graph.extract.words import words

PRONOUN_GENDER: dict[str, Gender] = {
    "he": "m", "him": "m", "his": "m", "himself": "m",
    "she": "f", "her": "f", "hers": "f", "herself": "f",
}  # fmt: skip
INWARD = words(
    """realise realize know understand feel sense see hear smell taste notice glimpse recognise recognize find think
    wonder ponder remember recall recollect regret imagine hope fear long yearn"""
)
"""Verbs of what only their subject is aware of."""
_LINKS = frozenset({"prep", "agent", "dative", "advmod", "acomp"})
_ROUND = words("about around behind before")
_VERBS = frozenset({"VERB", "AUX"})


def above(parse: Parse, token: int, verb: int) -> bool:
    """Say whether a token hangs below a verb.

    Args:
        parse: The parse.
        token: The token.
        verb: The verb.
    """
    for _ in range(30):
        if token == verb:
            return True
        higher = parse.heads[token]
        if higher == token:
            return False
        token = higher
    return False


def pronouns_beside(parse: Parse, place: Place, gender: Gender) -> list[int]:
    """Return the pronouns of a gender in a name's sentence; a quotation's are its speaker's words, not the text's.

    Args:
        parse: The parse of the chunk.
        place: The name.
        gender: The gender.
    """
    head = parse.span_head(place.first, place.last)
    outside = head not in parse.quoted
    tokens = range(*parse.sents[parse.sent_of[head]])
    mine = [token for token in tokens if PRONOUN_GENDER.get(parse.lowers[token]) == gender]
    return [token for token in mine if (token not in parse.quoted) == outside]


def is_itself(parse: Parse, token: int) -> bool:
    """Say whether a pronoun means the subject of its clause whoever that is ("himself", "his own").

    Args:
        parse: The parse.
        token: The pronoun.
    """
    if parse.lowers[token].endswith("self"):
        return True
    return parse.deps[token] == "poss" and any(parse.lowers[one] == "own" for one in parse.children[parse.heads[token]])


def is_absolute(parse: Parse, token: int, verb: int) -> bool:
    """Say whether a possessive opens a phrase that describes a verb's subject ("Ana came in, her eyes wide").

    Args:
        parse: The parse.
        token: The possessive.
        verb: The verb.
    """
    if parse.deps[token] != "poss" or parse.words[token - 1] != "," or token < verb:
        return False
    fronted = parse.deps[verb] == "advcl" and parse.heads[verb] > verb
    return not fronted and parse.deps[parse.heads[token]] not in {"conj", "appos"} and above(parse, token, verb)


def acts_upon(parse: Parse, place: Place, token: int) -> bool:
    """Say whether a pronoun stands in a name's own clause as another participant ("Bo nodded to him").

    Args:
        parse: The parse.
        place: The name.
        token: The pronoun.
    """
    head = parse.span_head(place.first, place.last)
    if parse.deps[head] not in SUBJECTS or parse.deps[token] in SUBJECTS | {"poss"} or is_itself(parse, token):
        return False
    return _takes_part(parse, token, parse.heads[head])


def acts_upon_another(parse: Parse, place: Place) -> bool:
    """Say whether a person acts upon somebody whom the same clause calls by the pronoun that would fit it too.

    Args:
        parse: The parse.
        place: The person's name.
    """
    gender = place.entity.gender
    genders: tuple[Gender, ...] = ("m", "f") if gender == "?" else (gender,)
    return any(acts_upon(parse, place, one) for each in genders for one in pronouns_beside(parse, place, each))


def acted_upon(parse: Parse, place: Place, token: int) -> bool:
    """Say whether a name stands in a pronoun's own clause as another participant ("he saw Bo leave").

    What is told in a finite clause of its own may be told of the pronoun itself ("he came in, where Bo taught").

    Args:
        parse: The parse.
        place: The name.
        token: The pronoun.
    """
    step = parse.span_head(place.first, place.last)
    if parse.deps[token] not in SUBJECTS or token > step or parse.deps[step] == "poss":
        return False
    verb = parse.heads[token]
    for _ in range(30):
        step = parse.heads[step]
        if step == verb:
            return True
        finite = parse.tags[step] in {"VBD", "VBZ", "VBP", "MD"} or parse.kid(step, "aux", "auxpass") is not None
        if (parse.pos[step] in _VERBS and finite) or parse.heads[step] == step:
            return False
    return False


def turns_inward(parse: Parse, place: Place, gender: Gender) -> bool:
    """Say whether a name is the subject of what only it is aware of, or of what it does to itself.

    Args:
        parse: The parse of the chunk.
        place: The name.
        gender: The gender of the pronouns around.
    """
    head = parse.span_head(place.first, place.last)
    verb = parse.heads[head]
    if parse.deps[head] != "nsubj" or parse.pos[verb] not in _VERBS:
        return False
    mine = [token for token in pronouns_beside(parse, place, gender) if token > place.last]
    if any(acts_upon(parse, place, token) for token in mine):
        return False
    return parse.lemmas[verb] in INWARD or any(is_itself(parse, one) and above(parse, one, verb) for one in mine)


def _takes_part(parse: Parse, token: int, verb: int) -> bool:
    """Say whether a pronoun takes part in a verb, or in another that has the same subject."""
    step = parse.heads[token]
    if parse.deps[token] == "pobj" and _may_turn_back(parse, step):
        return False
    for _ in range(30):
        if step == verb:
            return True
        if parse.pos[step] in _VERBS:
            if not shares_subject(parse, step):
                return False
        elif parse.deps[step] not in _LINKS:
            return False  # "Bo saw the crowd around him"
        step = parse.heads[step]
    return False


def _may_turn_back(parse: Parse, preposition: int) -> bool:
    """Say whether a preposition's "him" may be the subject ("Bo looked about him", "Bo brought the dog with him")."""
    word, verb = parse.lowers[preposition], parse.heads[preposition]
    return word in _ROUND or (word == "with" and parse.kid(verb, "dobj") is not None)
