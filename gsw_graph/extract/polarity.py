"""Whether a text asserts what a verb says, denies it, or leaves it open, through all clauses that hold it."""

from gsw_graph.extract.clauses import (
    SUBJECTS,
    VERBAL,
    has_question_word,
    is_conditional,
    negative_subject,
    own_polarity,
)
from gsw_graph.extract.parse import Parse
from gsw_graph.extract.polarity_words import (
    ACCUSING,
    DENYING,
    DENYING_NOUNS,
    FACTIVE,
    FALSE,
    MODALS,
    PREVENTING,
    REALISED,
    SURE,
    TRUE,
    UNREALISED,
    UNSURE,
    UNSURE_ADJECTIVES,
    UNSURE_NOUNS,
)
from gsw_graph.records import Polarity

_DEEPEST = 12


def polarity(parse: Parse, verb: int, depth: int = 0) -> Polarity:
    """Return whether a text asserts or denies what a verb says, or leaves it open.

    Args:
        parse: The chunk's parse.
        verb: The verb or copula.
        depth: How many clauses were gone through to get here.
    """
    own = own_polarity(parse, verb)
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


def _shared(parse: Parse, verb: int, depth: int) -> Polarity:
    """Read what a coordinated verb takes over from the first one."""
    above = parse.heads[verb]
    if parse.pos[above] not in VERBAL:
        return "asserted"
    joined = {parse.lowers[one] for one in parse.kids(above, "cc") if above < one < verb}
    if "nor" in joined:
        return "negated"
    outer = polarity(parse, above, depth + 1)
    subject = parse.kid(verb, *SUBJECTS) is not None
    bare = parse.tags[verb] == "VB"  # "did not go and look", "may go and look"
    if outer == "negated":
        whole = negative_subject(parse, above) or "or" in joined or (bare and "but" not in joined)
        return "negated" if whole and not subject else "asserted"
    if outer == "possible":
        open_here = any(is_conditional(parse, one) for one in parse.children[above])
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
    if parse.pos[above] not in VERBAL:
        return "asserted"
    outer = polarity(parse, above, depth + 1)
    if parse.lemmas[above] == "be":
        predicate = parse.kid(above, "acomp", "attr")
        return "asserted" if predicate is None else _of_adjective(parse, predicate, outer, infinitive)
    return _embedded(parse, above, outer) if infinitive else _clause(parse, verb, above, outer)


def _embedded(parse: Parse, above: int, outer: Polarity) -> Polarity:
    lemma = parse.lemmas[above]
    if lemma == "go" and parse.tags[above] == "VBG":
        return "possible"  # "was going to"
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
    if lemma in FACTIVE or has_question_word(parse, verb):
        return "asserted"  # "asked why he had gone" takes it that he had
    return "possible" if lemma in UNSURE or (outer != "asserted" and above < verb) else "asserted"


def _of_adjective(parse: Parse, predicate: int, outer: Polarity, infinitive: bool) -> Polarity:
    lemma = parse.lemmas[predicate]
    if infinitive and any(parse.lowers[one] == "too" for one in parse.kids(predicate, "advmod")):
        return "negated"
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
    if parse.lowers[prep] == "without" or (prep and parse.lowers[prep - 1] in {"instead", "rather", "far"}):
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
    said = parse.kid(verb, *SUBJECTS) is not None and any(
        parse.lowers[one] == "that" for one in parse.kids(verb, "mark", "dobj")
    )
    if said and parse.lowers[parse.left[noun]] == "no":
        return "asserted" if lemma in {"doubt", "question"} else "possible"  # "no doubt that", "no evidence that"
    if not said or lemma not in UNSURE_NOUNS | DENYING_NOUNS:
        return "asserted"
    above = parse.heads[noun]
    predicate = parse.kid(above, "acomp", "attr") if parse.deps[noun] == "nsubj" else None
    if predicate is not None and parse.lemmas[predicate] in FALSE | TRUE:
        return _of_adjective(parse, predicate, polarity(parse, above, depth + 1), infinitive=False)
    return "negated" if lemma in DENYING_NOUNS else "possible"
