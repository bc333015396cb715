"""Names of people, taken apart: given names, surnames, a generation."""

import operator
import re
from functools import lru_cache
from typing import NamedTuple

from gsw_graph.names.nicknames import is_short_for
from gsw_graph.names.spelling import is_tonal, plain, same_word, same_words

GENERATIONS = {"jr": "jr", "junior": "jr", "jnr": "jr", "sr": "sr", "senior": "sr", "snr": "sr"}
GENERATIONS |= {numeral: numeral for numeral in ("ii", "iii", "iv")}
"""What tells parents from children of one name, by its spellings."""
_GENDERED = {
    "m": "mr mister sir lord señor herr monsieur signor don",
    "f": "mrs ms miss madam madame mme lady dame señora frau signora doña",
}
TITLE_GENDERS = {title: gender for gender, titles in _GENDERED.items() for title in titles.split()}
"""m or f, by titles that stand before a name."""
PARTICLES = frozenset(
    "van von der den de del della di da dos das do du la le les el al bin ibn bint y ter ten zu zum af av".split()
)
"""Words inside a name that are neither given names nor surnames, and that many leave out."""
_DEGREES = frozenset("phd md esq obe mbe cbe qc kc mp dds mba".split())
_SPANISH = frozenset(
    """garcia lopez ruiz moreno munoz alvarez romero navarro torres ramos gil serrano molina morales ortega delgado
    castro ortiz rubio marin sanz iglesias medina garrido cortes castillo guerrero lozano cano cruz calvo gallego vidal
    herrera flores cabrera campos vega fuentes carrasco reyes aguilar santana vargas rojas soto silva mendoza rivera
    salazar contreras guzman espinoza rios figueroa valenzuela miranda pena salas ochoa""".split()
)
"""Frequent surnames of Spain and Latin America that aren't given names; those in -ez are told by their ending."""
_FAMILY_FIRST = frozenset(
    """wang li zhang liu chen yang zhao huang zhou wu xu sun hu zhu gao lin guo luo zheng liang xie song tang deng feng
    cai peng zeng xiao dong cao yuan jiang shen park choi jung kang cho yoon jang lim han oh seo shin kwon hwang
    ahn""".split()
)
"""Surnames that their bearers put first and Western texts often last."""
_ALSO_GIVEN = frozenset({"kim", "lee"})
"""Such surnames that are given names elsewhere: only a hyphen in the rest tells."""
_PATRONYMIC = re.compile(r"(?:ович|евич|ич|овна|евна|ична|ovich|evich|yevich|ovna|evna)$")
_ARTICLE = re.compile(r"^(?:al|el)-")


class PersonName(NamedTuple):
    """A name taken apart, in folded words."""

    given: tuple[str, ...]
    """First and middle names and initials."""
    surnames: tuple[str, ...]
    """Without particles; two if the first of two is what the person is called by. Empty for a name of one word."""
    surname: str
    """With particles, as it stands alone: "van der laan", "al-karim"."""
    generation: str
    """jr, sr, ii, …; "" normally."""


@lru_cache(maxsize=65536)
def person_name(folded: str) -> PersonName:
    """Return a person's name taken apart, given names first whatever order it is written in.

    Args:
        folded: The folded name.
    """
    words = folded.split()
    generation = ""
    while len(words) > 2 and (words[-1] in GENERATIONS or words[-1] in _DEGREES):
        generation = generation or GENERATIONS.get(words[-1], "")
        words = words[:-1]
    words = _given_first(words)
    last = [number for number, word in enumerate(words) if number and word not in PARTICLES]
    if not last:
        return PersonName((), (), " ".join(words), generation)
    start = last[-1]
    if len(last) > 1 and _is_spanish(words[last[-2]]):
        start = last[-2]
    surnames = tuple(_ARTICLE.sub("", word) for word in words[start:] if word not in PARTICLES)
    if len(surnames) == 1 and _is_spanish(surnames[0].partition("-")[0]):
        surnames = tuple(surnames[0].split("-"))
    while start > 1 and words[start - 1] in PARTICLES:
        start -= 1
    if start == 1 and words[0] in PARTICLES:
        return PersonName((), surnames, " ".join(words), generation)
    given = tuple(word for number, word in enumerate(words[:start]) if not number or word not in PARTICLES)
    return PersonName(given, surnames, " ".join(words[start:]), generation)


def _given_first(words: list[str]) -> list[str]:
    """Return the words of a name with the surname last, where the words themselves show that it stands first."""
    if len(words) < 2:
        return words
    rest = words[1:]
    hyphened = any("-" in word for word in rest)
    if words[0] in _FAMILY_FIRST and (len(words) == 2 or hyphened) and words[-1] not in _FAMILY_FIRST | _ALSO_GIVEN:
        return [*rest, words[0]]
    if words[0] in _ALSO_GIVEN and len(words) == 2 and hyphened:
        return [*rest, words[0]]
    if len(words) == 3 and _PATRONYMIC.search(words[2]) and not _PATRONYMIC.search(words[1]):
        return [*rest, words[0]]
    return words


def _is_spanish(word: str) -> bool:
    """Say whether a word is a surname after which a second one may stand."""
    bare = plain(word)
    return bare in _SPANISH or (len(bare) > 4 and bare.endswith("ez"))


def people_agree(one: str, other: str) -> bool:
    """Say whether two full names may be one person's: nothing in one speaks against the other.

    Middle names, second surnames, particles and a generation may be missing; initials may stand for middle names.

    Args:
        one: A folded name.
        other: Another.
    """
    if one == other:
        return True
    mine, yours = person_name(one), person_name(other)
    if not mine.given or not yours.given or not mine.surnames or not yours.surnames:
        return False
    if mine.generation and yours.generation and mine.generation != yours.generation:
        return False
    same = operator.eq if is_tonal(one) and is_tonal(other) else same_word
    if not all(same(a, b) for a, b in zip(mine.surnames, yours.surnames, strict=False)):
        return False
    if same_words(_parts(mine.given), _parts(yours.given)):
        return True  # "Jean-Luc", "Jean Luc"
    return bool(same(mine.given[0], yours.given[0])) and middles_agree(mine.given[1:], yours.given[1:])


def bare_names(folded: str) -> set[str]:
    """Return the bare names by which a person of a full name may be called, without accents.

    Args:
        folded: The folded name; nothing is returned for one that is bare itself.
    """
    name = person_name(folded)
    if not name.given:
        return set()
    bare = {name.given[0], name.surname, name.surname.split()[-1], *name.surnames}
    return {plain(part) for part in bare if len(part) > 1}


def is_initial_or_nickname(short: str, whole: str) -> bool:
    """Say whether one full name has an initial or a nickname where another has a first name, and else agrees.

    Args:
        short: A folded name.
        whole: Another.
    """
    mine, yours = person_name(short), person_name(whole)
    if not mine.given or not yours.given or len(yours.given[0]) == 1:
        return False
    first, other = mine.given[0], yours.given[0]
    initial = len(first) == 1 and plain(other).startswith(plain(first))
    return (
        (initial or is_short_for(first, other))
        and all(same_word(a, b) for a, b in zip(mine.surnames, yours.surnames, strict=False))
        and middles_agree(mine.given[1:], yours.given[1:])
        and (mine.generation == yours.generation or not mine.generation or not yours.generation)
    )


def _parts(given: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(part for word in given for part in word.split("-"))


def middles_agree(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Say whether the shorter list of middle names goes into the longer one in order, initials for names.

    Args:
        one: Middle names.
        other: Others.
    """
    short, long = sorted((one, other), key=len)
    rest = iter(long)
    return all(any(_initial_or_same(word, name) for name in rest) for word in short)


def _initial_or_same(one: str, other: str) -> bool:
    if len(one) == 1 or len(other) == 1:
        return plain(one)[:1] == plain(other)[:1]
    return same_word(one, other)
