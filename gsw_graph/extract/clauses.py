"""What a clause says of its own verb: mood, adverbs and negation."""

from collections.abc import Collection

from gsw_graph.extract.parse import Parse
from gsw_graph.extract.polarity_words import (
    ALL_THERE_IS,
    CONDITIONS,
    MODALS,
    NO_MORE,
    NOBODY,
    PERCEPTION,
    SHORT_OF,
    UNREAL_NOUNS,
    UNSURE_ADVERBS,
)
from gsw_graph.records import Polarity

SUBJECTS = ("nsubj", "nsubjpass", "csubj")
VERBAL = frozenset({"VERB", "AUX"})
_COMPLEMENTS = ("acomp", "attr", "oprd")
_STOPS = frozenset({".", "?", "!", ";", "?!", "!?", "…"})


def negative_subject(parse: Parse, verb: int) -> bool:
    """Say whether a verb has nobody for its subject ("no one", "none of them", "neither Ana nor Bo").

    Args:
        parse: The chunk's parse.
        verb: The verb or copula.
    """
    return any(denying_phrase(parse, child) for child in parse.kids(verb, *SUBJECTS))


def no_longer(parse: Parse, verb: int) -> bool:
    """Say whether a clause denies what had been so ("is no longer", "doesn't work there any more").

    Args:
        parse: The chunk's parse.
        verb: The verb or copula.
    """
    for child in parse.kids(verb, "advmod", "npadvmod"):
        word, before = parse.lowers[child], parse.lowers[max(child - 1, 0)]
        if (word in {"longer", "more"} and before in {"no", "any"}) or word == "anymore":
            return _denied(parse, verb)
    return False


def is_announced(parse: Parse, verb: int) -> bool:
    """Say whether the text itself tells that something will be, and nothing but the time leaves it open.

    Args:
        parse: The chunk's parse.
        verb: The verb or copula.
    """
    future = any(parse.lowers[one] in {"will", "shall", "'ll"} for one in parse.kids(verb, "aux"))
    inside = parse.deps[verb] in {"xcomp", "ccomp", "pcomp", "advcl", "acl"}
    return future and not inside and not _asked(parse, verb) and not _hedged(parse, verb)


def apposed(parse: Parse, noun: int) -> Polarity:
    """Return what a noun in apposition is said as ("Bo Lind, perhaps the thief, …").

    Args:
        parse: The chunk's parse.
        noun: The noun.
    """
    before = {parse.lowers[token] for token in range(max(parse.left[noun] - 1, 0), noun)}
    return "negated" if "not" in before else "possible" if before & UNSURE_ADVERBS else "asserted"


def denying_phrase(parse: Parse, noun: int) -> bool:
    """Say whether a noun phrase is about none ("no guard", "nobody", "neither of them").

    Args:
        parse: The chunk's parse.
        noun: Its head.
    """
    first = parse.left[noun]
    if parse.lowers[first] not in NOBODY:
        return parse.lowers[noun] in {"nobody", "none", "nothing"}
    return first + 1 >= len(parse) or parse.lowers[first + 1] not in NO_MORE


def own_polarity(parse: Parse, verb: int) -> Polarity:
    """Return what a verb's own clause says of it, whatever that clause is part of.

    Args:
        parse: The chunk's parse.
        verb: The verb or copula.
    """
    if _asked(parse, verb):
        return "possible"  # "Wasn't he there?"
    if _denied(parse, verb) or negative_subject(parse, verb):
        return "negated"  # "perhaps he did not" denies more than it leaves open
    return "possible" if _left_open(parse, verb) or _bidden(parse, verb) else "asserted"


def _denied(parse: Parse, verb: int) -> bool:
    for child in parse.children[verb]:
        word, dep = parse.lowers[child], parse.deps[child]
        if dep == "neg" and (_limits(parse, child) or (child > verb and parse.words[child - 1] == ",")):
            continue  # "Ana tested not just Bo", "Ana did it, not Bo"
        if dep == "neg" or word in {"neither", "nor"} or (dep == "advmod" and word == "never"):
            return parse.deps[verb] != "conj" or child > parse.heads[verb] or dep == "neg"
        if dep == "advmod" and word in SHORT_OF and child < verb and parse.lowers[child + 1] != "had":
            return True
        if dep == "advmod" and word == "longer" and parse.lowers[child - 1] == "no":
            return True
        if dep in {"dobj", "attr"} and denying_phrase(parse, child):
            return True
        if dep in _COMPLEMENTS and _modified(parse, child, {"almost", "nearly"}):
            return True
    return False


def _limits(parse: Parse, negation: int) -> bool:
    """Say whether a "not" denies only that something is all ("not just")."""
    return negation + 1 < len(parse) and parse.lowers[negation + 1] in ALL_THERE_IS


def _left_open(parse: Parse, verb: int) -> bool:
    for child in parse.children[verb]:
        word, dep = parse.lowers[child], parse.deps[child]
        if dep == "aux" and word in MODALS and not (word == "could" and parse.lemmas[verb] in PERCEPTION):
            return True
    return _hedged(parse, verb) or _inverted_condition(parse, verb)


def _hedged(parse: Parse, verb: int) -> bool:
    for child in parse.children[verb]:
        word, dep = parse.lowers[child], parse.deps[child]
        if is_conditional(parse, child) or (dep == "advmod" and word in UNSURE_ADVERBS):
            return True
        if dep in _COMPLEMENTS and _modified(parse, child, UNSURE_ADVERBS):
            return True
        within = parse.kid(child, "pobj") if dep == "prep" and word == "in" else None
        if within is not None and parse.lemmas[within] in UNREAL_NOUNS:
            return True
    return False


def _modified(parse: Parse, token: int, adverbs: Collection[str]) -> bool:
    return any(parse.lowers[one] in adverbs for one in parse.kids(token, "advmod"))


def is_conditional(parse: Parse, child: int) -> bool:
    """Say whether a word opens a condition or a comparison with what is not ("if", "as though").

    Args:
        parse: The chunk's parse.
        child: The word.
    """
    if parse.deps[child] not in {"mark", "advmod"}:
        return False
    as_though = parse.lowers[child] == "though" and child > 0 and parse.lowers[child - 1] == "as"
    return as_though or (parse.deps[child] == "mark" and parse.lowers[child] in CONDITIONS)


def _inverted_condition(parse: Parse, verb: int) -> bool:
    """Say whether a clause is like "Had Ana been there, …"; the parse takes it for one that the other governs."""
    if parse.deps[verb] not in {"advcl", "ccomp"} or parse.heads[verb] < verb or parse.kid(verb, *SUBJECTS) is None:
        return False
    first = parse.left[verb]
    return parse.lowers[first] in {"had", "were", "should"} and parse.heads[first] in {verb, parse.heads[verb]}


def _asked(parse: Parse, verb: int) -> bool:
    """Say whether a yes-or-no question asks it; "Who took it?" takes it for granted that somebody did."""
    inside = verb in parse.quoted
    above = parse.heads[verb]
    main = above == verb or (above in parse.quoted) != inside or parse.sent_of[above] != parse.sent_of[verb]
    if not main or not _ends_in_question(parse, verb, inside):
        return False
    return not has_question_word(parse, verb)


def _ends_in_question(parse: Parse, verb: int, inside: bool) -> bool:
    for token in range(verb + 1, len(parse)):
        if inside and token not in parse.quoted:
            return False
        if (token in parse.quoted) == inside and parse.words[token] in _STOPS:
            return "?" in parse.words[token]
    return False


def has_question_word(parse: Parse, verb: int) -> bool:
    """Say whether a clause asks for more than yes or no.

    Args:
        parse: The chunk's parse.
        verb: Its verb.
    """
    span = range(parse.left[verb], verb)
    return any(parse.tags[one].startswith("W") and _clause_of(parse, one) == verb for one in span)


def _clause_of(parse: Parse, token: int) -> int:
    """Return the verb whose clause a token stands in."""
    for _ in range(20):
        token = parse.heads[token]
        if parse.pos[token] in VERBAL and parse.deps[token] not in {"aux", "auxpass"}:
            break
    return token


def _bidden(parse: Parse, verb: int) -> bool:
    """Say whether a quoted sentence tells somebody to do it ("Open the door")."""
    if verb not in parse.quoted or parse.tags[verb] != "VB" or parse.deps[verb] not in {"ROOT", "ccomp"}:
        return False
    return parse.kid(verb, "aux", *SUBJECTS) is None
