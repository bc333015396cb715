"""Whether a text asserts what a verb says, denies it, or leaves it open: mood, adverbs, negation and embedding."""

from collections.abc import Collection

from gsw_graph.extract.parse import Parse
from gsw_graph.extract.polarity_words import (
    ACCUSING,
    CONDITIONS,
    DENYING,
    DENYING_NOUNS,
    FACTIVE,
    FALSE,
    MODALS,
    NO_MORE,
    NOBODY,
    PERCEPTION,
    PREVENTING,
    REALISED,
    SHORT_OF,
    SURE,
    TRUE,
    UNREALISED,
    UNSURE,
    UNSURE_ADJECTIVES,
    UNSURE_ADVERBS,
    UNSURE_NOUNS,
)
from gsw_graph.records import Polarity

_SUBJECTS = ("nsubj", "nsubjpass", "csubj")
_COMPLEMENTS = ("acomp", "attr", "oprd")
_CLAUSES = frozenset({"VERB", "AUX"})
_STOPS = frozenset({".", "?", "!", ";", "?!", "!?", "…"})
_DEEPEST = 12


def polarity(parse: Parse, verb: int, depth: int = 0) -> Polarity:
    """Return whether a text asserts or denies what a verb says, or leaves it open.

    Args:
        parse: The chunk's parse.
        verb: The verb or copula.
        depth: How many clauses were gone through to get here.
    """
    own = _own(parse, verb)
    if own != "asserted" or parse.heads[verb] == verb or depth > _DEEPEST:
        return own
    dep = parse.deps[verb]
    if dep == "conj":
        return _shared(parse, verb, depth)
    if dep in {"xcomp", "ccomp"}:
        return _complement(parse, verb, depth)
    if dep == "pcomp":
        return _gerund(parse, verb, depth)
    if dep in {"acl", "relcl"}:
        return _of_noun(parse, verb, depth)
    # "To see her", but not "only to find her gone".
    purpose = dep == "advcl" and parse.tags[verb] == "VB" and _has_to(parse, verb)
    return "possible" if purpose and parse.lowers[max(parse.left[verb] - 1, 0)] != "only" else "asserted"


def negative_subject(parse: Parse, verb: int) -> bool:
    """Say whether a verb has nobody for its subject ("no one", "none of them", "neither Ana nor Bo").

    Args:
        parse: The chunk's parse.
        verb: The verb or copula.
    """
    return any(_denying_phrase(parse, child) for child in parse.kids(verb, *_SUBJECTS))


def is_announced(parse: Parse, verb: int) -> bool:
    """Say whether the text itself tells that something will be, and nothing but the time leaves it open.

    Args:
        parse: The chunk's parse.
        verb: The verb or copula.
    """
    future = any(parse.lowers[one] in {"will", "shall", "'ll"} for one in parse.kids(verb, "aux"))
    inside = parse.deps[verb] in {"xcomp", "ccomp", "pcomp", "advcl", "acl"}
    return future and not inside and not _asked(parse, verb) and not _hedged(parse, verb)


def _denying_phrase(parse: Parse, noun: int) -> bool:
    first = parse.left[noun]
    if parse.lowers[first] not in NOBODY:
        return parse.lowers[noun] in {"nobody", "none", "nothing"}
    return first + 1 >= len(parse) or parse.lowers[first + 1] not in NO_MORE


def _own(parse: Parse, verb: int) -> Polarity:
    """Read a verb's own clause: negation first, since "perhaps he did not" denies more than it leaves open."""
    if _denied(parse, verb) or negative_subject(parse, verb):
        return "negated"
    return "possible" if _left_open(parse, verb) or _asked(parse, verb) or _bidden(parse, verb) else "asserted"


def _denied(parse: Parse, verb: int) -> bool:
    for child in parse.children[verb]:
        word, dep = parse.lowers[child], parse.deps[child]
        if dep == "neg" or word in {"neither", "nor"} or (dep == "advmod" and word == "never"):
            return parse.deps[verb] != "conj" or child > parse.heads[verb] or dep == "neg"
        if dep == "advmod" and word in SHORT_OF and child < verb and parse.lowers[child + 1] != "had":
            return True
        if dep == "advmod" and word == "longer" and parse.lowers[child - 1] == "no":
            return True
        if dep in {"dobj", "attr"} and _denying_phrase(parse, child):
            return True
        if dep in _COMPLEMENTS and _modified(parse, child, {"almost", "nearly"}):
            return True
    return False


def _left_open(parse: Parse, verb: int) -> bool:
    for child in parse.children[verb]:
        word, dep = parse.lowers[child], parse.deps[child]
        if dep == "aux" and word in MODALS and not (word == "could" and parse.lemmas[verb] in PERCEPTION):
            return True
    return _hedged(parse, verb) or _inverted_condition(parse, verb)


def _hedged(parse: Parse, verb: int) -> bool:
    for child in parse.children[verb]:
        word, dep = parse.lowers[child], parse.deps[child]
        if _conditional(parse, child) or (dep == "advmod" and word in UNSURE_ADVERBS):
            return True
        if dep in _COMPLEMENTS and _modified(parse, child, UNSURE_ADVERBS):
            return True
    return False


def _modified(parse: Parse, token: int, adverbs: Collection[str]) -> bool:
    return any(parse.lowers[one] in adverbs for one in parse.kids(token, "advmod"))


def _conditional(parse: Parse, child: int) -> bool:
    if parse.deps[child] not in {"mark", "advmod"}:
        return False
    as_though = parse.lowers[child] == "though" and child > 0 and parse.lowers[child - 1] == "as"
    return as_though or (parse.deps[child] == "mark" and parse.lowers[child] in CONDITIONS)


def _inverted_condition(parse: Parse, verb: int) -> bool:
    """Say whether a clause is like "Had Ana been there, …"; the parse takes it for one that the other governs."""
    if parse.deps[verb] not in {"advcl", "ccomp"} or parse.heads[verb] < verb or parse.kid(verb, *_SUBJECTS) is None:
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
    return not _has_question_word(parse, verb)


def _ends_in_question(parse: Parse, verb: int, inside: bool) -> bool:
    for token in range(verb + 1, len(parse)):
        if inside and token not in parse.quoted:
            return False
        if (token in parse.quoted) == inside and parse.words[token] in _STOPS:
            return "?" in parse.words[token]
    return False


def _has_question_word(parse: Parse, verb: int) -> bool:
    span = range(parse.left[verb], verb)
    return any(parse.tags[one].startswith("W") and _clause_of(parse, one) == verb for one in span)


def _clause_of(parse: Parse, token: int) -> int:
    """Return the verb whose clause a token stands in."""
    for _ in range(20):
        token = parse.heads[token]
        if parse.pos[token] in _CLAUSES and parse.deps[token] not in {"aux", "auxpass"}:
            break
    return token


def _bidden(parse: Parse, verb: int) -> bool:
    """Say whether a quoted sentence tells somebody to do it ("Open the door")."""
    if verb not in parse.quoted or parse.tags[verb] != "VB" or parse.deps[verb] not in {"ROOT", "ccomp"}:
        return False
    return parse.kid(verb, "aux", *_SUBJECTS) is None


def _shared(parse: Parse, verb: int, depth: int) -> Polarity:
    """Read what a coordinated verb takes over from the first one."""
    above = parse.heads[verb]
    if parse.pos[above] not in _CLAUSES:
        return "asserted"
    joined = {parse.lowers[one] for one in parse.kids(above, "cc") if above < one < verb}
    if "nor" in joined:
        return "negated"
    outer = polarity(parse, above, depth + 1)
    subject = parse.kid(verb, *_SUBJECTS) is not None
    bare = parse.tags[verb] == "VB"  # "did not go and look", "may go and look"
    if outer == "negated":
        whole = negative_subject(parse, above) or "or" in joined or (bare and "but" not in joined)
        return "negated" if whole and not subject else "asserted"
    if outer == "possible":
        open_here = any(_conditional(parse, one) for one in parse.children[above])
        modal = any(parse.lowers[one] in MODALS for one in parse.kids(above, "aux"))
        return "possible" if open_here or (not subject and (bare or not modal)) else "asserted"
    return "asserted"


def _has_to(parse: Parse, verb: int) -> bool:
    return any(parse.lowers[child] == "to" for child in parse.kids(verb, "aux"))


def _complement(parse: Parse, verb: int, depth: int) -> Polarity:
    """Read a clause or infinitive that a verb, an adjective or a noun governs."""
    above = parse.heads[verb]
    infinitive = parse.deps[verb] == "xcomp" or _has_to(parse, verb)
    if parse.pos[above] in {"NOUN", "PROPN"}:
        return _of_noun(parse, verb, depth)
    if parse.pos[above] == "ADJ":
        return _of_adjective(parse, above, polarity(parse, parse.heads[above], depth + 1), infinitive)
    if parse.pos[above] not in _CLAUSES:
        return "asserted"
    outer = polarity(parse, above, depth + 1)
    if parse.lemmas[above] == "be":
        predicate = parse.kid(above, "acomp", "attr")
        return "asserted" if predicate is None else _of_adjective(parse, predicate, outer, infinitive)
    return _embedded(parse, above, outer) if infinitive else _clause(parse, verb, above, outer)


def _embedded(parse: Parse, above: int, outer: Polarity) -> Polarity:
    lemma = parse.lemmas[above]
    if lemma in UNREALISED:
        return "negated" if outer == "asserted" else "possible"
    return outer if lemma in REALISED else "possible"


def _clause(parse: Parse, verb: int, above: int, outer: Polarity) -> Polarity:
    """Read a that-clause: the verb of thought or speech decides, and what its own clause says of that verb."""
    if (verb in parse.quoted) != (above in parse.quoted):
        return "asserted"  # direct speech says what it says
    if any(parse.words[token] == ";" for token in range(*sorted((verb, above)))):
        return "asserted"  # a semicolon parts two sentences, whatever the parse makes of them
    lemma = parse.lemmas[above]
    if lemma in DENYING:
        return "negated" if outer == "asserted" else "possible"
    if lemma in REALISED and parse.kid(verb, "mark") is None:
        return outer
    if lemma in FACTIVE or _has_question_word(parse, verb):
        return "asserted"  # "asked why he had gone" takes it that he had
    return "possible" if lemma in UNSURE or (outer != "asserted" and above < verb) else "asserted"


def _of_adjective(parse: Parse, predicate: int, outer: Polarity, infinitive: bool) -> Polarity:
    lemma = parse.lemmas[predicate]
    if infinitive and lemma in {"able", "unable"}:
        return outer if lemma == "able" else "negated"
    if lemma in FALSE:
        return "negated" if outer == "asserted" else "possible"
    if lemma in UNSURE_ADJECTIVES | UNSURE_NOUNS:
        return "possible"
    if lemma in TRUE:
        return outer
    return "possible" if lemma in SURE and outer != "asserted" else "asserted"


def _gerund(parse: Parse, verb: int, depth: int) -> Polarity:
    """Read a gerund behind a preposition ("accused of killing", "left without paying")."""
    prep = parse.heads[verb]
    above = parse.heads[prep]
    lemma = parse.lemmas[above]
    if parse.lowers[prep] == "without" or lemma in {"instead", "rather", "far"}:
        return "negated"
    if parse.pos[above] in {"NOUN", "PROPN"}:
        return "possible" if lemma in UNSURE_NOUNS else "negated" if lemma in DENYING_NOUNS else "asserted"
    if parse.lowers[prep] == "from" and lemma in PREVENTING:
        return "negated" if polarity(parse, above, depth + 1) == "asserted" else "possible"
    if lemma in UNSURE | ACCUSING | UNSURE_ADJECTIVES and parse.lowers[prep] not in {"by", "after", "before"}:
        return "possible"
    return polarity(parse, above, depth + 1) if lemma == "succeed" else "asserted"


def _of_noun(parse: Parse, verb: int, depth: int) -> Polarity:
    """Read the clause of a noun: "the rumour that he had gone", "a plan to rob the bank"."""
    noun = parse.heads[verb]
    lemma = parse.lemmas[noun]
    if parse.deps[verb] == "acl" and _has_to(parse, verb):
        return "possible"
    said = parse.kid(verb, *_SUBJECTS) is not None and any(
        parse.lowers[one] == "that" for one in parse.kids(verb, "mark", "dobj")
    )
    if not said or lemma not in UNSURE_NOUNS | DENYING_NOUNS:
        return "asserted"
    above = parse.heads[noun]
    predicate = parse.kid(above, "acomp", "attr") if parse.deps[noun] == "nsubj" else None
    if predicate is not None and parse.lemmas[predicate] in FALSE | TRUE:
        return _of_adjective(parse, predicate, polarity(parse, above, depth + 1), infinitive=False)
    return "negated" if lemma in DENYING_NOUNS else "possible"
