"""Whom the words of a window mean, out of what a model says of its actors."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gsw_graph.extract.model.cast import Actor, Expression
from gsw_graph.extract.model.mentions import PRONOUNS, SINGULAR
from gsw_graph.extract.model.window import Spot, Window
from gsw_graph.names import fold, is_proper
from gsw_graph.records import MentionKind

_APOSTROPHES = frozenset("'’")


class Meant(NamedTuple):
    """Words of a window with the actor or place that they mean."""

    spot: Spot
    name: str
    kind: MentionKind
    named: bool
    """Whether the words are its name."""


class _Reading(NamedTuple):
    """What a note says that some words mean, and how exactly."""

    meant: Meant
    exactness: int


def meanings(window: Window, actors: Sequence[Actor]) -> list[Meant]:
    """Return whom words mean, in the order of the text; actors whose name is not in the window mean nothing in it.

    Of several that a model says of the same words the most exact one holds; as exact ones all hold ("they"). Inside a
    proper name nothing else is meant.

    Args:
        window: The window.
        actors: Its actors, as the model says them.
    """
    readings: dict[Spot, list[_Reading]] = {}
    for actor in actors:
        spots = _spots(window, actor.name)
        if not spots:
            continue
        name = " ".join(window.text(spots[0]).split())
        for spot in spots:
            reading = _Reading(Meant(spot, name, actor.kind, True), 0)
            readings.setdefault(spot, []).append(reading)
        for expression in actor.expressions:
            for spot, exactness in _expressed(window, expression):
                reading = _Reading(Meant(spot, name, actor.kind, False), exactness)
                readings.setdefault(spot, []).append(reading)
    return [one for spot in _outermost(window, readings) for one in _best(window.text(spot), readings[spot])]


def _expressed(window: Window, expression: Expression) -> Iterator[tuple[Spot, int]]:
    """Yield where the words of an expression stand in the sentences that it names, and how exactly it names them."""
    whole = _spots(window, expression.words)
    for words in () if whole else re.split("[/,]", expression.words):
        whole += _spots(window, words)
    counts: dict[tuple[int, str], int] = {}
    for spot in sorted(whole):
        sentence = window.sentence_of(spot)
        key = (sentence, window.text(spot).casefold())
        counts[key] = counts.get(key, 0) + 1
        exactness = [
            where.exactness
            for where in expression.where
            if where.first <= sentence <= where.last and where.which in (0, counts[key])
        ]
        if exactness:
            yield spot, max(exactness)


def _spots(window: Window, words: str) -> list[Spot]:
    """Return where words stand; those with a capital only with one, unless they are a pronoun."""
    found = window.everywhere(words)
    if words.strip().casefold() in PRONOUNS or not is_proper(words):
        return found
    return [spot for spot in found if is_proper(window.text(spot))]


def _best(words: str, readings: Sequence[_Reading]) -> list[Meant]:
    """Return the most exact of several readings, one for each actor; "she" cannot mean two, and then means nobody."""
    most = max(one.exactness for one in readings)
    best = {fold(one.meant.name): one.meant for one in reversed(readings) if one.exactness == most}
    return [] if len(best) > 1 and words.casefold() in SINGULAR else list(reversed(best.values()))


def _outermost(window: Window, readings: dict[Spot, list[_Reading]]) -> list[Spot]:
    """Return the places that have nothing in common with a longer proper name, and are no part of longer words.

    "fire" in "the fire engine" is none of its own; a pronoun, a proper name and a possessor are ("the guard's keys").
    """
    kept: list[Spot] = []
    proper: list[list[Spot]] = [[] for _ in window.chunks]
    common: list[list[Spot]] = [[] for _ in window.chunks]
    for spot in sorted(readings, key=lambda one: (one.start - one.end, one)):
        words = window.text(spot)
        named, after = is_proper(words), window.chunks[spot.chunk].text[spot.end : spot.end + 1]
        apart = named or words.casefold() in PRONOUNS or after in _APOSTROPHES
        barred = proper[spot.chunk] + ([] if apart else common[spot.chunk])
        if not any(spot.start < other.end and other.start < spot.end for other in barred):
            kept.append(spot)
            (proper if named else common)[spot.chunk].append(spot)
    return sorted(kept)
