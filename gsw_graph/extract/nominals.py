"""Noun phrases that mean a person, group, organisation, animal, place or thing without naming it."""

from collections.abc import Collection
from dataclasses import dataclass

from gsw_graph.extract.acting import acting_kind
from gsw_graph.extract.nouns import (
    ANIMAL_NOUNS,
    GROUP_NOUNS,
    ORGANISATION_NOUNS,
    PLACE_NOUNS,
    is_person_noun,
)
from gsw_graph.extract.parse import Parse
from gsw_graph.extract.words import words
from gsw_graph.records import MentionKind

PREMODIFIERS = ("amod", "compound", "nummod", "nmod", "punct", "advmod")
_PLACES_IN_NAMES = words("""line quarter course state field fields bar pass cape mine ward stage port plant club""")
"""Nouns that say "place" inside a name but mostly mean something else alone."""


@dataclass(frozen=True, slots=True)
class Nominal:
    """A noun phrase without a name."""

    head: int
    first: int
    last: int
    kind: MentionKind
    determiner: str
    """"the", "a", "poss", "num" or "" (none)."""
    core: str
    """Its words without the determiner, lower-case."""
    plural: bool


def kind_of_noun(lemma: str, plural: bool = False) -> MentionKind:
    """Return what a common noun names; "object" if no list knows it."""
    if is_person_noun(lemma):
        return "group" if plural else "person"
    if lemma in GROUP_NOUNS:
        return "group"
    if lemma in ANIMAL_NOUNS:
        return "animal"
    if lemma in PLACE_NOUNS and lemma not in _PLACES_IN_NAMES:
        return "place"
    if lemma in ORGANISATION_NOUNS:
        return "organisation"
    return "object"


def phrase_start(parse: Parse, head: int) -> int:
    """Return the first token of a noun's contiguous premodifiers, without determiner or possessor."""
    first = head
    while first and parse.heads[first - 1] != first - 1 or _hyphenated(parse, first):
        if _hyphenated(parse, first):
            first -= 2
            continue
        before = first - 1
        above = parse.heads[before]
        if not (head >= above > before) or parse.sent_of[before] != parse.sent_of[head]:
            break
        if parse.deps[before] not in PREMODIFIERS or (parse.deps[before] == "punct" and parse.words[before] != "-"):
            break
        first = before
    return first


def phrase_end(parse: Parse, head: int) -> int:
    """Return the last token of a noun that goes on behind its head ("brother-in-law")."""
    return head + 4 if parse.lowers[head + 1 : head + 5] == ["-", "in", "-", "law"] else head


def _hyphenated(parse: Parse, first: int) -> bool:
    """Say whether a word is joined to the one before by a hyphen ("vice-chair")."""
    if first < 2 or parse.words[first - 1] != "-" or parse.pos[first - 2] == "PUNCT":
        return False
    return parse.ends[first - 2] == parse.starts[first - 1] and parse.ends[first - 1] == parse.starts[first]


def nominal_at(parse: Parse, head: int, taken: Collection[int] = ()) -> Nominal | None:
    """Return the noun phrase that a common noun heads, or None if it is none or overlaps a name.

    Args:
        parse: The chunk's parse.
        head: The noun.
        taken: Tokens that belong to names.
    """
    if parse.pos[head] != "NOUN" or parse.deps[head] in {"compound", "amod", "nmod", "npadvmod"} or head in taken:
        return None
    if not parse.words[head][:1].isalpha():
        return None
    start = phrase_start(parse, head)
    while start < head and (start in taken or not parse.words[start][:1].isalnum()):
        start += 1
    plural = parse.tags[head] == "NNS"
    determiner, first = _determiner(parse, head, start)
    if any(token in taken for token in range(first, head + 1)) and determiner != "poss":
        return None
    last = phrase_end(parse, head)
    core = parse.surface(start, last).lower()
    kind = kind_of_noun(parse.lemmas[head], plural)
    if kind == "place" and plural and determiner == "":
        kind = "other"  # "sold it to bakeries": any of them
    kind = acting_kind(parse, head, kind, parse.lemmas[head])
    return Nominal(head, first, last, kind, determiner, core, plural)


def _determiner(parse: Parse, head: int, start: int) -> tuple[str, int]:
    possessor = parse.kid(head, "poss")
    if possessor is not None and possessor < start:
        return "poss", parse.left[possessor]
    article = parse.kid(head, "det")
    if article is not None and article < start:
        word = parse.lowers[article]
        if word in {"the", "this", "that", "these", "those"}:
            return "the", article
        return ("a" if word in {"a", "an", "another", "some", "one"} else "no" if word == "no" else "q"), article
    number = parse.kid(head, "nummod")
    return ("num" if number is not None else ""), start
