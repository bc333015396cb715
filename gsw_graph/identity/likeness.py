"""What speaks for and against two personae being one actor, in words."""

from collections.abc import Iterator
from typing import NamedTuple

from gsw_graph.identity.families import contradict, family, is_person, kinds_contradict
from gsw_graph.identity.marks import marks_contradict
from gsw_graph.identity.personae import Persona
from gsw_graph.names.nicknames import whole_names
from gsw_graph.names.organisations import organisation_name
from gsw_graph.names.people import bare_names, is_initial_or_nickname, person_name
from gsw_graph.names.spelling import plain, rough, same_word, same_words

_SMALL = frozenset({"of", "the", "and", "for", "in", "de", "du", "la"})
"""Words of which an acronym has no letter."""
_ACRONYM = range(2, 8)
"""Letters that an acronym has."""


BARE = "bare "
"""What the keys begin with that a bare name shares with full ones."""


class Sign(NamedTuple):
    """One thing that speaks for or against."""

    weight: float
    """What it adds to the score."""
    words: str
    pro: bool = True
    """Whether it speaks for one actor."""


def blocks(persona: Persona) -> Iterator[str]:
    """Yield the keys under which a persona is compared with others; without one in common two have nothing in common.

    Args:
        persona: It.
    """
    if persona.scope:
        if is_person(persona) and len(persona.folded.split()) == 1:
            yield f"{BARE}{plain(persona.folded)}"
        return
    yield f"family {family('', persona.folded)}"
    words = organisation_name(persona.folded).words
    name = person_name(persona.folded)
    if is_person(persona) and name.given:
        surname, first = rough(name.surnames[0]), plain(name.given[0])
        for start in (first[0], first, *whole_names(first)):
            yield f"person {surname} {start}"
        for bare in bare_names(persona.folded):
            yield f"{BARE}{bare}"
    elif words:
        yield f"first {rough(words[0])}"
        if len(words) == 1 and len(words[0]) in _ACRONYM and persona.name.isupper():
            yield f"letters {plain(words[0])}"
        elif len(words) > 1:
            yield f"letters {_letters(words)}"


def _letters(words: tuple[str, ...]) -> str:
    return "".join(plain(word)[:1] for word in words if word not in _SMALL)


def signs_for(one: Persona, other: Persona) -> Sign | None:
    """Return what in their names speaks for one actor; None if nothing does, or a mark rules it out.

    Args:
        one: A persona.
        other: Another.
    """
    short, long = sorted((one, other), key=lambda persona: (len(persona.folded), persona.uid))
    if marks_contradict(one.mark, other.mark):
        return None
    if short.scope and not long.scope and plain(short.folded) in bare_names(long.folded):
        return Sign(-0.1, f"{long.name} is the only one who may be called {short.name}.")
    if one.scope or other.scope:
        return None
    if is_person(one) and is_person(other):
        return _of_people(short, long)
    return _of_things(short, long)


def _of_people(short: Persona, long: Persona) -> Sign | None:
    for mine, yours in ((short, long), (long, short)):
        if is_initial_or_nickname(mine.folded, yours.folded):
            return Sign(0.15, f"{mine.name} may be short for {yours.name}.")
    if not contradict(short, long):
        return Sign(0.1, f"{short.name} and {long.name} may be forms of one name.")
    name, other = person_name(short.folded), person_name(long.folded)
    if name.given and other.given and same_word(name.surnames[0], other.surnames[0]):
        firsts = plain(name.given[0]), plain(other.given[0])
        if min(map(len, firsts)) > 3 and name.given[1:] == other.given[1:] and _is_slip(*firsts):
            return Sign(-0.15, f"{short.name} and {long.name} differ in one letter.")
    return None


def _is_slip(one: str, other: str) -> bool:
    """Say whether one letter is missing, added, or another."""
    short, long = sorted((one, other), key=len)
    if one == other or len(long) - len(short) > 1:
        return False
    at = next((i for i, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    return short[at:] == long[at + 1 :] or short[at + 1 :] == long[at + 1 :]


def _of_things(short: Persona, long: Persona) -> Sign | None:
    mine, yours = organisation_name(short.folded), organisation_name(long.folded)
    if same_words(mine.words, yours.words):
        return Sign(0.0, f"{short.name} and {long.name} are one name but for legal form and kind.")
    if len(mine.words) == 1 and len(yours.words) > 1 and plain(mine.words[0]) == _letters(yours.words):
        return Sign(0.1, f"{short.name} has the first letters of {long.name}.")
    if is_person(short) or is_person(long) or len(mine.words) < 2:
        return None
    if len(yours.words) - len(mine.words) < 3 and same_words(mine.words, yours.words[: len(mine.words)]):
        return Sign(-0.1, f"{long.name} begins with {short.name}.")
    return None


def signs_against(one: Persona, other: Persona) -> Iterator[Sign]:
    """Yield what speaks against one actor.

    Args:
        one: A persona.
        other: Another.
    """
    if kinds_contradict(one, other):
        person, thing = (one, other) if is_person(one) else (other, one)
        yield Sign(-0.25, f"{person.name} is a person, {thing.name} none.", pro=False)
    forms = organisation_name(one.folded).forms, organisation_name(other.folded).forms
    if all(forms) and forms[0] != forms[1]:
        yield Sign(-0.2, "They have two legal forms.", pro=False)
    if one.scope or other.scope:
        yield Sign(-0.1, "One is a bare name in one chapter.", pro=False)
