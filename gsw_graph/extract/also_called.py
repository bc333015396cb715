"""Names that a chapter itself says are of one: abbreviations, nicknames, aliases, former names."""

import re
from collections.abc import Sequence
from dataclasses import replace

from gsw_graph.extract.acting import is_body
from gsw_graph.extract.entities import Entity, Place
from gsw_graph.extract.parse import Parse
from gsw_graph.extract.words import words
from gsw_graph.names import fold

_OPENING = words("“ \" ' ‘ (")
_CLOSING = words("” \" ' ’ )")
_OFTEN = r"(?:also |better |best |formerly |now |once |then |later |widely |locally |popularly |commonly |otherwise )*"
_MARKS = re.compile(
    rf"^(?:[,(] ?)?(?:who |which )?(?:is |was |has been |had been |became )?{_OFTEN}known as(?: the)?$"
    rf"|^[,(] ?{_OFTEN}(?:alias|aka|a\.k\.a\.|nicknamed|dubbed|called)(?: the)?$"
    r"|^alias(?: the)?$"
    r"|^[,(] ?(?:née|nee|born)$"
    r"|^[,(] ?whom? (?:everyone|everybody|they|people|friends|all)(?: had)? (?:calls?|called|nicknamed)(?: the)?$"
    r"|^[,(] ?who (?:calls|called|had called) (?:her|him|it|them)self(?: the)?$"
    r"|^[,(] ?who (?:goes|went|had gone) by(?: the)?(?: name(?: of)?)?$"
    r"|^[,(] ?whose (?:real|full|former|maiden) name (?:is|was|had been)$"
)
_FORMER = re.compile(r"^[,(] ?(?:formerly|previously|now|until recently)(?: the)?$")
_BEINGS = frozenset({"person", "organisation", "group", "animal", "object", "other"})


class AlsoCalled:
    """Joins the names of a chapter that it says are of one.

    Args:
        parses: The parses of the chapter's chunks.
        places: Where its names stand, in order.
    """

    def __init__(self, parses: Sequence[Parse], places: Sequence[Place]) -> None:
        self._parses = parses
        self._places = list(places)

    def join(self) -> list[Place]:
        """Return the same places, with one entity for what is one."""
        self._nicknames()
        for one, other in list(zip(self._places, self._places[1:], strict=False)):
            if one.chunk == other.chunk and one.last < other.first:
                self._pair(one, other)
        return self._places

    def _nicknames(self) -> None:
        """Join what 'Robert "Bob" Hale' is read as: three names, the one in the middle in quotation marks."""
        number = 0
        while number + 2 < len(self._places):
            first, nick, last = self._places[number : number + 3]
            parse = self._parses[first.chunk]
            if self._is_nickname(parse, first, nick, last):
                given = parse.surface(first.first, first.last)
                entity = self._named(f"{given} {parse.surface(last.first, last.last)}", first.entity)
                for lone in (first, nick, last):
                    self._rename(lone.entity, entity, alone=True)
                whole = Place(first.chunk, first.first, last.last, entity, "alias")
                self._places[number : number + 3] = [whole]
            number += 1

    @staticmethod
    def _is_nickname(parse: Parse, first: Place, nick: Place, last: Place) -> bool:
        if not first.chunk == nick.chunk == last.chunk or {first.entity.kind, last.entity.kind} != {"person"}:
            return False
        near = first.last + 2 == nick.first and nick.last + 2 == last.first and last.first == last.last
        opened = near and parse.words[first.last + 1] in _OPENING and parse.words[nick.last + 1] in _CLOSING
        return opened and parse.starts[nick.first] == parse.ends[first.last + 1] and nick.last - nick.first < 2

    def _named(self, name: str, like: Entity) -> Entity:
        """Return the entity of a full name: the one that the chapter has, or a new one."""
        known = next((one.entity for one in self._places if fold(one.entity.name) == fold(name)), None)
        return known or Entity(name, "person", like.gender, order=like.order, roles=set(like.roles))

    def _pair(self, one: Place, other: Place) -> None:
        """Join two names next to each other, if the words between them say that they are one."""
        parse = self._parses[one.chunk]
        if parse.sent_of[one.last] != parse.sent_of[other.first]:
            return
        gap = " ".join(parse.lowers[one.last + 1 : other.first])
        after = parse.words[other.last + 1] if other.last + 1 < len(parse) else ""
        if gap == "(" and after == ")":
            self._abbreviated(one, other)
        elif after not in {"'s", "’s"} and (_MARKS.match(gap) or (_FORMER.match(gap) and self._alike(one, other))):
            if (gap[:1] in {",", "("} and gap.split()[-1] == "called") and after not in {",", ")", "."}:
                return  # "Ana Reyes, called Bo Lind yesterday"
            self._same(one, other)

    @staticmethod
    def _alike(one: Place, other: Place) -> bool:
        kinds = {one.entity.kind, other.entity.kind}
        return len(kinds) == 1 or not kinds & {"person", "date", "group"}

    def _abbreviated(self, one: Place, other: Place) -> None:
        """Join "International Harbour Office (IHO)", in either order."""
        long, short = (one, other) if len(one.entity.name) >= len(other.entity.name) else (other, one)
        parse = self._parses[one.chunk]
        letters = parse.surface(short.first, short.last)
        if long.entity is not short.entity and not _abbreviates(letters, long.entity.name):
            return
        if long.entity.kind == "place" and is_body(long.entity.name):
            long.entity.kind = "organisation"  # towns have no abbreviation, their offices do
        if long.entity is not short.entity:
            self._rename(self._entity_at(short), long.entity)

    def _same(self, one: Place, other: Place) -> None:
        one_is, other_is = self._entity_at(one), self._entity_at(other)
        if one_is is other_is or "place" in {one_is.kind, other_is.kind} - {one_is.kind} or one_is.kind not in _BEINGS:
            return
        if fold(other_is.name) != fold(self._surface(other)):
            self._replace(other, one_is)  # a surname that somebody else bears too: only here is it this one's
            return
        if one_is.gender == "?":
            one_is.gender = other_is.gender
        self._rename(other_is, one_is)

    def _surface(self, place: Place) -> str:
        return self._parses[place.chunk].surface(place.first, place.last)

    def _entity_at(self, place: Place) -> Entity:
        """Return whom a place means by now."""
        key = (place.chunk, place.first)
        return next((one.entity for one in self._places if (one.chunk, one.first) == key), place.entity)

    def _replace(self, place: Place, entity: Entity) -> None:
        number = next((n for n, one in enumerate(self._places) if one == place), None)
        if number is not None:
            self._places[number] = replace(place, entity=entity, form="alias")

    def _rename(self, old: Entity, new: Entity, *, alone: bool = False) -> None:
        """Let all that means one entity mean another; if alone, only if it has a single name."""
        if old is new or (alone and len(fold(old.name).split()) > 1):
            return
        self._places = [replace(one, entity=new, form="alias") if one.entity is old else one for one in self._places]


def _abbreviates(letters: str, name: str) -> bool:
    """Say whether letters are short for a name: capitals that stand in it in this order, the first in front."""
    if " " in letters or sum(letter.isupper() for letter in letters) < 2 or len(name.split()) < 2:
        return False
    rest = name.casefold()
    if letters[0].casefold() != rest[0]:
        return False
    for letter in letters.casefold():
        at = rest.find(letter)
        if at < 0:
            return False
        rest = rest[at + 1 :]
    return True
