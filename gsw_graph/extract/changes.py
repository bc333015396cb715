"""Which role a verb gives or takes, and to or from whom: "took over from Bo as mayor", "left her post as coach"."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from gsw_graph.extract.books import Mentions, abouts
from gsw_graph.extract.frames import Frame
from gsw_graph.extract.labels import is_role_noun
from gsw_graph.extract.parse import Parse
from gsw_graph.extract.polarity import polarity
from gsw_graph.extract.results import (
    HOLDS_POST,
    LEAVES_POST,
    NAMED_AS,
    POSTS,
    ROLE_BEGINS,
    ROLE_BEGINS_OF_SUBJECT,
    ROLE_ENDS,
    ROLE_ENDS_OF_OBJECT,
    ROLE_PASSES,
    ROLE_WORK,
    TAKES_POST,
)
from gsw_graph.extract.settings import setting_of
from gsw_graph.extract.words import words
from gsw_graph.records import About, Polarity

_PARTICLES = words("down aside back over in out up on")
_RANGE = re.compile(r"^(?:from|between)\b|\d\s*[-–—]\s*\d|\b(?:to|through|until|till)\b", re.IGNORECASE)


class Change(NamedTuple):
    """A role noun with whose role it is, and what the verb does about it."""

    noun: int
    bearers: list[int]
    valence: str
    """"brings_about", "ends", or "" if the role only goes on."""


def changes(parse: Parse, frame: Frame) -> Iterator[Change]:
    """Find the roles that a verb has with "as": those it gives, takes, passes on, and those that are only held.

    Args:
        parse: The chunk's parse.
        frame: The verb.
    """
    lemma = parse.lemmas[frame.verb]
    for word, noun in frame.prepositions:
        promoted = word == "to" and lemma in {"promote", "elect", "appoint"}
        if (word == "as" or promoted) and is_role_noun(parse, noun):
            yield from _as(parse, frame, noun)
    for noun, post in _of_posts(parse, frame):
        effect = _effect_on_post(parse, frame)
        bearers = [one for one in (frame.patients if frame.passive else frame.agents) if one != post]
        if effect or phrasal(parse, frame) in HOLDS_POST:
            yield Change(noun, bearers or frame.agents, effect)


def _as(parse: Parse, frame: Frame, noun: int) -> Iterator[Change]:
    lemma, label = parse.lemmas[frame.verb], phrasal(parse, frame)
    if label in ROLE_PASSES:
        before = [*frame.patients, *(one for word, one in frame.prepositions if word == "from")]
        # "Replaced as mayor by Ana": the parse may make who does it part of the role.
        by = [
            one for prep in parse.kids(noun, "prep") if parse.lowers[prep] == "by" for one in parse.kids(prep, "pobj")
        ]
        yield Change(noun, frame.agents or by, "brings_about")
        yield Change(noun, before, "ends")
        return
    if label in ROLE_BEGINS_OF_SUBJECT:
        yield Change(noun, frame.patients if frame.passive else frame.agents, "brings_about")
        return
    acted = frame.passive or lemma in NAMED_AS or lemma in ROLE_ENDS_OF_OBJECT
    ends = label in ROLE_ENDS or lemma in ROLE_ENDS
    valence = "ends" if ends else "brings_about" if lemma in ROLE_BEGINS else _effect_on_post(parse, frame)
    patients = [one for one in frame.patients if parse.lemmas[one] not in POSTS]
    bearers = patients if acted and patients else frame.agents
    if valence or lemma in ROLE_WORK or acted or frame.agents:
        yield Change(noun, bearers, valence)


def phrasal(parse: Parse, frame: Frame) -> str:
    """Return a verb with its particle, whether the parse takes it for one or for an adverb ("stood aside").

    Args:
        parse: The chunk's parse.
        frame: The verb.
    """
    if " " in frame.label:
        return frame.label
    near = [one for one in parse.kids(frame.verb, "advmod", "prt", "prep") if one == frame.verb + 1]
    near = [one for one in near if parse.kid(one, "pobj") is None]  # "out of prison", not "up the stairs"
    particle = next((parse.lowers[one] for one in near if parse.lowers[one] in _PARTICLES), "")
    return f"{frame.label} {particle}".strip()


def _of_posts(parse: Parse, frame: Frame) -> Iterator[tuple[int, int]]:
    """Yield (role noun, post) for "her post as treasurer", "the office of mayor"."""
    for post in [*frame.patients, *(one for word, one in frame.prepositions if word in {"from", "of", "up", "to"})]:
        if parse.lemmas[post] not in POSTS:
            continue
        for prep in parse.kids(post, "prep"):
            for noun in parse.kids(prep, "pobj") if parse.lowers[prep] in {"as", "of"} else []:
                if is_role_noun(parse, noun):
                    yield noun, post


def _effect_on_post(parse: Parse, frame: Frame) -> str:
    """Return what a verb does about a post that it has for its object."""
    objects = [*frame.patients, *(one for word, one in frame.prepositions if word in {"from", "of", "up"})]
    if not any(parse.lemmas[one] in POSTS for one in objects):
        return ""
    verb = {phrasal(parse, frame), parse.lemmas[frame.verb]}
    return "ends" if verb & LEAVES_POST else "brings_about" if verb & TAKES_POST else ""


def resigns(parse: Parse, frame: Frame) -> list[int]:
    """Return who gives up, or is relieved of, a role that the verb does not name ("She resigned in May").

    Args:
        parse: The chunk's parse.
        frame: The verb.
    """
    named = any(word in {"as", "from", "of"} and parse.lemmas[one] not in POSTS for word, one in frame.prepositions)
    if frame.polarity != "asserted" or named or parse.kid(frame.verb, "xcomp") is not None:
        return []
    if frame.passive:
        return frame.patients if parse.lemmas[frame.verb] in ROLE_ENDS_OF_OBJECT else []
    leaves = {phrasal(parse, frame), frame.label} & (ROLE_ENDS - ROLE_ENDS_OF_OBJECT)
    objects = [one for one in frame.patients if parse.lemmas[one] not in POSTS]
    return frame.agents if leaves and not objects else []


def stopped(parse: Parse, verb: int) -> tuple[int, Polarity] | None:
    """Return the verb by which something ends that had been so, with whether it did ("ceased to be", "stopped being").

    Args:
        parse: The chunk's parse.
        verb: The verb or copula that it governs.
    """
    above = parse.heads[verb]
    if parse.deps[verb] not in {"xcomp", "pcomp"} or above == verb:
        return None
    gerund = parse.tags[verb] == "VBG"
    ends = parse.lemmas[above] == "cease" or (parse.lemmas[above] in {"stop", "quit"} and gerund)
    return (above, polarity(parse, above)) if ends else None


def ranges(parse: Parse, mentions: Mentions) -> dict[int, list[About]]:
    """Map each verb to the dates from and to which it is said to hold ("was mayor from 2010 to 2015", "since May").

    Args:
        parse: The chunk's parse.
        mentions: Its mentions.
    """
    found = {}
    for uid, first, last in mentions.dates():
        value = mentions.by_id[uid].date
        begin, slash, end = value.edtf.partition("/") if value else ("", "", "")
        whole = begin.strip(".") and end.strip(".")
        if not slash or (whole and not _RANGE.search(parse.surface(first, last))):
            continue
        about = abouts([uid] if begin.strip(".") else [], "from") + abouts([uid] if end.strip(".") else [], "to")
        found[setting_of(parse, first, last).verb] = about
    return found
