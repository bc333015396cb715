"""What a sentence says about where its own events happen, as against places that it merely talks about."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from gsw_graph.extract.behind_nouns import LOOKING, SAID_ABOUT, THINKING, event_of
from gsw_graph.extract.nouns import ORGANISATION_NOUNS, PLACE_NOUNS, PLACE_PARTS
from gsw_graph.extract.parse import Parse
from gsw_graph.extract.polarity import polarity
from gsw_graph.extract.words import words

LOCATIVE = words(
    """in at on inside outside near beside beneath under behind within across through throughout around along
    over above atop amid amidst among by beyond below underneath opposite between aboard"""
)
ARRIVAL = words("to into onto toward towards")
_ARRIVING = words(
    """admit transfer deliver send lead drag lift creep crawl evacuate relocate sneak stride stroll wander arrive
    reach enter return come go travel drive fly sail walk run move head hurry journey ride march step land
    drift climb follow bring take carry escort rush slip race flee retreat gather meet visit cross row paddle swim
    cycle hike"""
)
BOUND = words("leave depart sail head make set embark start bind")
"""Verbs that say with "for" where somebody goes to."""
_ELSEWHERE = words("about from for like than")
_FAR = words("over across above beyond toward towards")
_DONE_TO_PLACES = words(
    """search raid tour inspect clean guard occupy cross explore evacuate storm attack defend besiege repair
    paint rebuild restore burn rob patrol"""
)
_IMAGINING = words("imagine dream picture visualise visualize envision")
_LEFT_BEHIND = words("evacuate rescue vanish disappear steal")
_PEOPLE = words("audience crowd booth booths rows")
_OCCASIONS = words(
    """meeting ceremony conference trial concert exhibition party festival wedding hearing session event match
    game workshop dinner reception funeral auction fair rally demonstration parade show performance"""
)
_SENDING = words("write mail post ship address sell")
_INSIDE = frozenset({"in", "at", "on", "near"})
_ARGUMENTS = frozenset({"dobj", "nsubj", "nsubjpass", "poss"})
_UPWARD = words("pobj conj appos prep pcomp npadvmod attr advmod compound nmod")
_FUTURE = words("will would shall should might may could can must 'll 'd")


@dataclass(frozen=True, slots=True)
class Setting:
    """A place or date phrase as an adverbial."""

    first: int
    """First token of the phrase."""
    last: int
    verb: int
    """The verb, auxiliary or noun that it belongs to."""
    preposition: str
    local: bool
    """Whether the verb is said to be there, be it done, planned or denied."""
    own: bool
    """Whether the sentence's own events really happen there, so that it can set the scene."""
    talked: bool
    """Whether it is only talked about: remembered, planned, denied, or where something comes from."""
    arrival: bool
    """Whether somebody gets there by this verb."""
    part: bool
    """Whether it stands behind a part of it ("the halls of Dorvast")."""
    verbal: bool
    """Whether it belongs to a verb; otherwise to a noun, or to nothing, as in a heading."""
    fronted: bool
    """Whether it stands before its verb, and so holds for the whole sentence."""


class _Way(NamedTuple):
    """The way from a place up to what it is said of."""

    top: int
    preposition: str
    elsewhere: bool
    """Whether it leads elsewhere ("from", "about")."""
    nested: bool
    """Whether a noun stands between."""
    building: bool
    """Whether that noun is itself a place ("the bank in Lorne Street")."""


def setting_of(parse: Parse, first: int, last: int) -> Setting:
    """Read how a place or date phrase stands in its sentence.

    Args:
        parse: The chunk's parse.
        first: First token of the place's or date's phrase.
        last: Last token of it.
    """
    head = parse.span_head(first, last)
    way = _climb(parse, head)
    above = parse.heads[parse.heads[head]]
    part = parse.lowers[parse.heads[head]] == "of" and parse.lemmas[above] in PLACE_NOUNS | PLACE_PARTS
    if parse.pos[way.top] not in {"VERB", "AUX"} and parse.deps[way.top] in _ARGUMENTS:
        return _argument(parse, first, last, way, part)
    return _adverbial(parse, first, last, way, part)


def _argument(parse: Parse, first: int, last: int, way: _Way, part: bool) -> Setting:
    """Read a place as, or inside, a subject or object of its verb."""
    verb = parse.heads[way.top]
    lemma = parse.lemmas[verb]
    direct = parse.deps[way.top] == "dobj" and first <= way.top <= last
    entered = direct and lemma in {"reach", "enter", "visit"}
    own = entered and _real(parse, verb)
    subject = parse.deps[way.top] in {"nsubj", "nsubjpass"}
    talked = way.elsewhere or (way.building and way.preposition in _INSIDE)
    unreal = lemma == "be" and way.preposition in _INSIDE and polarity(parse, verb) != "asserted"  # "Is she in Oslo?"
    talked = not own and (talked or unreal or not (subject or _real(parse, verb, nested=True)))
    return Setting(
        first,
        last,
        verb,
        way.preposition or ("subject" if subject else ""),
        local=entered or (direct and lemma in _DONE_TO_PLACES),
        own=own,
        talked=talked,
        arrival=entered,
        part=part,
        verbal=True,
        fronted=False,
    )


def _adverbial(parse: Parse, first: int, last: int, way: _Way, part: bool) -> Setting:
    """Read a place as an adverbial of its verb, or of nothing."""
    top, preposition, elsewhere = way.top, way.preposition, way.elsewhere
    verbal, lemma = parse.pos[top] in {"VERB", "AUX"}, parse.lemmas[top]
    fronted = last < top or (not verbal and parse.heads[top] == top)
    reached = preposition in ARRIVAL and lemma in _ARRIVING
    if (preposition == "from" and lemma in _LEFT_BEHIND) or (preposition == "for" and lemma in BOUND):
        reached, elsewhere = True, False
    local = (preposition in LOCATIVE or reached) and not (elsewhere or way.nested or lemma in THINKING)
    local = local and (fronted or not _seen_from_afar(parse, top, preposition))
    real = _real(parse, top, nested=way.nested)
    aside = verbal and parse.deps[top] in {"relcl", "acl"}
    quoted = first in parse.quoted
    own = local and real and not quoted and not aside
    modifier = (way.building or (aside and local)) and preposition in _INSIDE
    sent = preposition in ARRIVAL and lemma in _SENDING
    return Setting(
        first,
        last,
        top,
        preposition,
        local=local,
        own=own,
        talked=not own and (not real or elsewhere or sent or modifier or quoted or lemma in _IMAGINING),
        arrival=local and (reached or (lemma in _ARRIVING and preposition in {"at", "in", "on"})),
        part=part,
        verbal=verbal,
        fronted=fronted,
    )


def _seen_from_afar(parse: Parse, verb: int, preposition: str) -> bool:
    """Say whether a place is only looked at, or lies beyond ("gazed over the river")."""
    lemma = parse.lemmas[verb]
    if preposition in _FAR:
        return lemma not in _ARRIVING
    looking = lemma in LOOKING and parse.kid(verb, "auxpass") is None
    return looking and preposition not in {"in", "on", "inside", "from"}


def _climb(parse: Parse, head: int) -> _Way:
    """Go from a place up to the verb or noun that it is said of."""
    top, preposition, elsewhere, nested, building = head, "", False, False, False
    for _ in range(20):
        above = parse.heads[top]
        dep = parse.deps[top]
        if above == top or dep not in _UPWARD:
            break
        if dep in {"pobj", "pcomp"}:
            word = parse.lowers[above]
            elsewhere = elsewhere or word in _ELSEWHERE
            if not preposition:
                preposition = word
            elif preposition == "of" and word in LOCATIVE | ARRIVAL and _part(parse, top):
                preposition, nested = word, False
        noun = dep == "prep" and parse.pos[above] not in {"VERB", "AUX", "ADP", "ADV"}
        if noun and not _loose(parse, top) and not _located(parse, above):
            event = event_of(parse, top, above)
            if event is not None:
                top = event
                break
            nested = True
            building = building or parse.lemmas[above] in PLACE_NOUNS | ORGANISATION_NOUNS
        top = above
        if parse.pos[top] in {"VERB", "AUX"}:
            break
    return _Way(top, preposition, elsewhere, nested, building)


def _located(parse: Parse, noun: int) -> bool:
    """Say whether a noun is a place that something happens at ("arrested at her home in Linden Row")."""
    if parse.lemmas[noun] not in PLACE_NOUNS | _OCCASIONS | (PLACE_PARTS - _PEOPLE) or parse.deps[noun] != "pobj":
        return False
    return parse.lowers[parse.heads[noun]] in LOCATIVE | ARRIVAL | {"from"}


def _part(parse: Parse, noun: int) -> bool:
    """Say whether a noun names a place or a part of one ("the lobby of …", "the heart of …")."""
    return parse.lemmas[noun] in PLACE_NOUNS or parse.lemmas[noun] in PLACE_PARTS


def _loose(parse: Parse, prep: int) -> bool:
    """Say whether a preposition after a noun still opens an adverbial: set off by a comma, or fronted."""
    return prep > 0 and parse.words[prep - 1] == "," and parse.lowers[prep] in LOCATIVE


def _real(parse: Parse, verb: int, nested: bool = False) -> bool:
    """Say whether a verb is told as something that happens: not planned, denied or only thought of.

    Args:
        parse: The chunk's parse.
        verb: The verb.
        nested: Whether the place belongs to a noun of the verb ("remembered a café in Paris"), so that the verb
            itself need not happen there.
    """
    if parse.pos[verb] in {"VERB", "AUX"} and polarity(parse, verb) != "asserted":
        return False
    token = verb
    for _ in range(12):
        if parse.lemmas[token] in SAID_ABOUT and (token != verb or nested):
            return False
        for child in parse.children[token]:
            dep = parse.deps[child]
            if dep == "neg" or (dep == "aux" and parse.lowers[child] in _FUTURE):
                return False
            if dep == "mark" and parse.lowers[child] in {"if", "unless", "whether"}:
                return False
        above = parse.heads[token]
        if above == token or parse.deps[token] not in {"xcomp", "ccomp", "pcomp"}:
            return True
        token = above
    return True


def weight(setting: Setting, words: int, generic: bool, labels: Mapping[str, float], label: str) -> float:
    """Score a place as a scene's own, from its phrase alone.

    Args:
        setting: How it stands in the sentence.
        words: The number of words of its name.
        generic: Whether it ends in a place noun.
        labels: Weight per entity label.
        label: The recogniser's label.
    """
    score = 0.5 * min(words, 4) + (1.0 if generic else 0.0) + labels.get(label, 0.0)
    if setting.preposition == "at":
        score += 2.0
    elif setting.preposition == "subject":
        score += 1.0
    elif setting.preposition in {"in", "on", "inside"}:
        score += 1.7
    elif setting.preposition in LOCATIVE:
        score += 1.0
    elif setting.arrival:
        score += 1.2
    elif setting.preposition == "of":
        score += 0.5
    if not setting.own and setting.preposition in _FAR:
        score -= 1.5  # what is looked at or gone towards lies elsewhere
    return score + (2.5 if setting.own else 0.0)
