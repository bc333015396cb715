"""Sets right how a tagger reads plain sentences in the present tense ("The clinic books visits.", "Orchid runs on …").

A small tagger takes such a verb for a noun in the plural: "books visits" for one thing, "issues" for what permits.
"""

from collections.abc import Collection
from dataclasses import dataclass

from gsw_graph.extract.nouns import (
    ANIMAL_NOUNS,
    GROUP_NOUNS,
    MASS_NOUNS,
    ORGANISATION_NOUNS,
    PLACE_NOUNS,
    is_abstract,
    is_person_noun,
)
from gsw_graph.extract.words import words

_DEFINITE = words("the this that my your his her its our their")
_FINITE = frozenset({"VBZ", "VBD", "VBP", "MD"})
_INSIDE = frozenset({"NN", "NNP", "JJ", "POS", "HYPH"})
_ARGUMENTS = frozenset({"dobj", "attr", "acomp", "xcomp", "ccomp", "prt", "neg", "aux", "auxpass", "nsubjpass", "oprd"})
_ADVERBIAL = frozenset({"prep", "punct", "advmod", "npadvmod", "advcl", "dative"})
_NO_VERBS = words(
    """sports arms goods accounts customs works headquarters news politics physics economics mathematics series
    species means savings securities operations communications services sales systems lives leaves damages
    premises proceeds forces rights clothes glasses"""
)
"""Plurals that stand before a noun, or with a verb in the singular, and hardly ever are verbs there."""
_KINDS = MASS_NOUNS | PLACE_NOUNS | ORGANISATION_NOUNS | ANIMAL_NOUNS | GROUP_NOUNS
"""Nouns that say what kind something is, and so don't name it even where the article is left out, as in notes."""


@dataclass(slots=True)
class Columns:
    """The columns of a parse that are set right, over the tokens of one text."""

    words: list[str]
    lemmas: list[str]
    pos: list[str]
    tags: list[str]
    deps: list[str]
    heads: list[int]
    verbs: Collection[str]
    """Lemmas that can be verbs."""
    nouns: Collection[str]
    """Lemmas that can be nouns."""

    def low(self, token: int) -> str:
        """Return a token in lower case."""
        return self.words[token].lower()


def set_right(columns: Columns, sents: Collection[tuple[int, int]]) -> None:
    """Set right the verbs and the lone names that open plain present-tense sentences, in place.

    Args:
        columns: The columns.
        sents: Token spans of the sentences.
    """
    for first, end in sents:
        start = first
        while start < end and columns.pos[start] in {"SPACE", "PUNCT"}:
            start += 1
        verb = _hidden_verb(columns, start, end)
        if verb is not None:
            _make_verb(columns, start, verb, end)
        if start < end and _is_lone_name(columns, start):
            columns.tags[start], columns.pos[start], columns.lemmas[start] = "NNP", "PROPN", columns.low(start)


def may_name(word: str) -> bool:
    """Say whether a word without an article can name something: no substance, kind of thing, role or idea.

    Args:
        word: The word as written.
    """
    low = word.lower()
    if not word[:1].isupper() or not word.isalpha() or low.endswith(("s", "ing")):
        return False
    return low not in _KINDS and not is_person_noun(low) and not is_abstract(low)


def _is_lone_name(columns: Columns, start: int) -> bool:
    """Say whether a lone noun that opens a sentence as subject is a name: a noun that is counted needs an article."""
    verb = columns.heads[start]
    if columns.tags[start] not in {"NN", "NNS"} or columns.deps[start] != "nsubj" or start in columns.heads:
        return False
    present = columns.tags[verb] == "VBZ" and columns.pos[verb] == "VERB" and start < verb <= start + 2
    return present and may_name(columns.words[start]) and columns.low(start) not in columns.words


def _hidden_verb(columns: Columns, start: int, end: int) -> int | None:
    """Return the token that must be a sentence's verb although it is tagged as part of a noun phrase, or None."""
    verb = _after_subject(columns, start, end)
    if verb is None or columns.words[end - 1] != ".":
        return None
    roots = [token for token in range(start, end) if columns.heads[token] == token]
    if len(roots) != 1 or roots[0] <= verb:
        return None
    root = roots[0]
    finite = [token for token in range(start, end) if columns.tags[token] in _FINITE and token not in {verb, root}]
    between = all(verb < columns.heads[token] <= root for token in range(verb + 1, root))
    plural = columns.tags[root] == "NNS"
    # "issues permits": a subject in the plural, a verb in the singular.
    at_odds = columns.tags[root] == "VBZ" and columns.lemmas[root] in columns.nouns and not _completed(columns, root)
    return verb if between and not finite and (plural or at_odds) and columns.heads[verb] == root else None


def _completed(columns: Columns, verb: int) -> bool:
    """Say whether a verb has an object or complement, and so is one."""
    return any(head == verb and dep in _ARGUMENTS for head, dep in zip(columns.heads, columns.deps, strict=True))


def _after_subject(columns: Columns, start: int, end: int) -> int | None:
    """Return the word in -s right behind a definite noun phrase in the singular that opens a sentence, or None."""
    token = start
    definite = start < end and columns.low(start) in _DEFINITE
    token += definite
    begin = token
    while token < end and columns.tags[token] in _INSIDE:
        token += 1
    if token == begin or token + 1 >= end or columns.tags[token - 1] not in {"NN", "NNP"}:
        return None
    named = columns.tags[begin] == "NNP" or (token == begin + 1 and may_name(columns.words[begin]))
    low = columns.low(token)
    if not (definite or named) or columns.tags[token] not in {"NNS", "VBZ"} or low in _NO_VERBS:
        return None
    lemma = columns.lemmas[token]
    return token if lemma in columns.verbs and lemma != low and columns.words[token] == low else None


def _make_verb(columns: Columns, start: int, verb: int, end: int) -> None:
    """Make a token the verb of its sentence, what stands before it the subject and the former root the object."""
    root, subject = columns.heads[verb], verb - 1
    for token in range(start, subject):
        if columns.heads[token] >= verb:
            columns.heads[token] = subject
            if columns.deps[token] not in {"det", "poss", "amod", "compound", "punct"}:
                columns.deps[token] = "compound"
    for token in range(root + 1, end):
        if columns.heads[token] == root and columns.deps[token] in _ADVERBIAL and columns.low(token) != "of":
            columns.heads[token] = verb
    columns.heads[subject], columns.deps[subject] = verb, "nsubj"
    columns.tags[verb], columns.pos[verb], columns.deps[verb], columns.heads[verb] = "VBZ", "VERB", "ROOT", verb
    columns.heads[root], columns.deps[root] = verb, "dobj"
    if columns.tags[root] == "VBZ":
        columns.tags[root], columns.pos[root] = "NNS", "NOUN"
