"""Places that stand behind a noun, of which some say where its verb happens and some which one is meant."""

from gsw_graph.extract.nouns import ORGANISATION_NOUNS, PLACE_NOUNS, is_person_noun
from gsw_graph.extract.parse import Parse
from gsw_graph.extract.words import words

SAID_ABOUT = words(
    """remember recall recollect mention imagine dream think talk speak describe discuss picture wonder forget
    miss want wish hope plan intend promise consider propose suggest expect"""
)
LOOKING = words("look gaze stare glance see watch peer point glimpse spot nod gesture wave")
THINKING = words("""remember recall imagine dream think believe know hear read forget miss want love hate like""")
_TOLD = words("""tell show address meet greet join interview ask inform teach treat present demonstrate introduce""")
_GIVING = words("hand give pass lend pay entrust slip")
_CALLING = words("ring phone telephone call write email text contact cable message know own")
"""Verbs whose objects may be elsewhere than who does them, and so may be where they are said to be."""


def event_of(parse: Parse, prep: int, noun: int) -> int | None:
    """Return the verb whose event a place phrase behind a noun locates, None if it only says which noun is meant.

    "Held a meeting in Oslo", "told reporters in Oslo" and "sent two men into the tower" do; "sold a house in Oslo"
    does not.
    """
    word = parse.lowers[prep]
    verb = parse.heads[noun]
    while parse.deps[noun] in {"conj", "appos"} and verb != noun:
        noun, verb = verb, parse.heads[verb]
    if parse.deps[noun] == "pobj" and parse.lowers[verb] == "to":
        verb = parse.heads[verb]
        given = parse.lemmas[verb] in _GIVING and _is_somebody(parse, noun)
        return verb if word in {"in", "at", "on"} and (given or parse.lemmas[verb] in _TOLD) else None
    if parse.deps[noun] != "dobj" or parse.pos[verb] != "VERB":
        return None
    if word in {"into", "onto"}:
        return verb
    if word not in {"in", "at", "on"} or parse.lemmas[verb] in SAID_ABOUT | THINKING | LOOKING:
        return None
    lemma = parse.lemmas[noun]
    if is_person_noun(lemma) or parse.pos[noun] == "PROPN":
        # A name needs nothing that says which one is meant: "arrested Robert Lind in Oslo".
        named = parse.ents[noun] == "PERSON" and parse.lemmas[verb] not in _CALLING
        return verb if named or parse.lemmas[verb] in _TOLD else None
    return verb if lemma not in PLACE_NOUNS | ORGANISATION_NOUNS else None


def _is_somebody(parse: Parse, noun: int) -> bool:
    """Say whether a noun means somebody, and not a place or an organisation, of which a place may say which one."""
    lemma = parse.lemmas[noun]
    named = parse.pos[noun] == "PROPN" and parse.ents[noun] not in {"GPE", "LOC", "FAC"}
    return is_person_noun(lemma) or (named and lemma not in PLACE_NOUNS | ORGANISATION_NOUNS)
