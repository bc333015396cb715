"""What a sentence says about where its own events happen, as against places that it merely talks about."""

from collections.abc import Mapping
from dataclasses import dataclass

from gsw_graph.extract.parse import Parse

LOCATIVE = frozenset(
    ["in", "at", "on", "inside", "outside", "near", "beside", "beneath", "under", "behind", "within", "across", "through", "throughout", "around", "along", "over", "above", "atop", "amid", "amidst", "among", "by", "beyond", "below", "underneath", "opposite", "between", "aboard"]
)
ARRIVAL = frozenset(["to", "into", "onto", "toward", "towards"])
_SAID_ABOUT = frozenset(
    ["remember", "recall", "recollect", "mention", "imagine", "dream", "think", "talk", "speak", "write", "describe", "discuss", "picture", "wonder", "forget", "miss", "love", "hate", "prefer", "like", "dislike", "believe", "know", "hear", "read", "study", "want", "wish", "hope", "plan", "intend", "promise", "consider", "propose", "suggest", "expect", "bear", "educate", "grow"]
)
_ARRIVING = frozenset(
    ["arrive", "reach", "enter", "return", "come", "go", "travel", "drive", "fly", "sail", "walk", "run", "move", "head", "hurry", "journey", "ride", "march", "step", "land", "drift", "climb", "follow", "bring", "take", "carry", "escort", "rush", "slip", "race", "flee", "retreat", "gather", "meet", "visit"]
)
_ELSEWHERE = frozenset(["about", "from", "for", "like", "than"])
_FUTURE = frozenset(["will", "would", "shall", "should", "might", "may", "could", "can", "must", "'ll", "'d"])


@dataclass(frozen=True, slots=True)
class Setting:
    """A place or date phrase as an adverbial."""

    first: int
    """First token of the phrase."""
    last: int
    verb: int
    """The verb, auxiliary or noun that it belongs to."""
    preposition: str
    own: bool
    """Whether the sentence's own events happen there (against talked about, planned, denied)."""
    talked: bool
    """Whether it is only talked about: remembered, planned, denied, or where something comes from."""
    arrival: bool
    """Whether somebody gets there by this verb."""
    fronted: bool
    """Whether it stands before its verb, and so holds for the whole sentence."""


def setting_of(parse: Parse, first: int, last: int) -> Setting:
    """Read how a place or date phrase stands in its sentence.

    Args:
        parse: The chunk's parse.
        first: First token of the place's or date's phrase.
        last: Last token of it.
    """
    head = parse.span_head(first, last)
    top = head
    preposition = ""
    while parse.deps[top] in {
        "pobj",
        "conj",
        "appos",
        "prep",
        "pcomp",
        "npadvmod",
        "attr",
        "advmod",
        "compound",
    }:
        if parse.deps[top] == "prep":
            if parse.pos[parse.heads[top]] in {"NOUN", "PROPN", "PRON", "NUM"} and not _loose(parse, top):
                preposition = preposition or parse.lowers[top]
                top = parse.heads[top]
                if not _place_chain(parse, top):
                    break
                continue
            preposition = preposition or parse.lowers[top]
        if parse.deps[top] == "pobj":
            preposition = preposition or parse.lowers[parse.heads[top]]
        above = parse.heads[top]
        if above == top:
            break
        top = above
        if parse.pos[top] in {"VERB", "AUX"}:
            break
    if parse.deps[top] in {"dobj", "nsubj", "nsubjpass", "poss"} and parse.pos[top] not in {"VERB", "AUX"}:
        object_of = parse.heads[top]
        arrives = parse.deps[top] == "dobj" and parse.lemmas[object_of] in {
            "reach",
            "enter",
            "visit",
            "leave",
        }
        own = arrives and top == head and _real(parse, object_of) and parse.lemmas[object_of] != "leave"
        talked = not own and (preposition in _ELSEWHERE or not _real(parse, object_of))
        return Setting(first, last, object_of, preposition, own, talked, own, False)
    verb = top
    fronted = last < verb or _root_fragment(parse, verb)
    arrival = preposition in ARRIVAL or (
        parse.lemmas[verb] in _ARRIVING and preposition in {"at", "in", "on"}
    )
    own = preposition in LOCATIVE or (preposition in ARRIVAL and parse.lemmas[verb] in _ARRIVING)
    real = _real(parse, verb)
    own = own and real and parse.pos[verb] in {"VERB", "AUX", "NOUN", "PROPN", "ADJ"}
    talked = not own and (not real or preposition in _ELSEWHERE | ARRIVAL)
    return Setting(first, last, verb, preposition, own, talked, arrival and own, fronted)


def _loose(parse: Parse, prep: int) -> bool:
    """Say whether a preposition after a noun still opens an adverbial: set off by a comma, or fronted."""
    return prep > 0 and parse.words[prep - 1] == "," and parse.lowers[prep] in LOCATIVE


def _place_chain(parse: Parse, token: int) -> bool:
    """Say whether a noun is itself inside a locative phrase ("in the lobby of the Woolworth Building")."""
    return parse.deps[token] == "pobj" and parse.lowers[parse.heads[token]] in LOCATIVE | ARRIVAL


def _root_fragment(parse: Parse, token: int) -> bool:
    return parse.heads[token] == token and parse.pos[token] not in {"VERB", "AUX"}


def _real(parse: Parse, verb: int) -> bool:
    """Say whether a verb is told as something that happens: not planned, denied or only thought of."""
    token = verb
    for _ in range(12):
        if parse.lemmas[token] in _SAID_ABOUT and (
            token != verb or parse.lemmas[token] not in {"speak", "read"}
        ):
            return False
        for child in parse.children[token]:
            dep = parse.deps[child]
            if dep == "neg" or (dep == "aux" and parse.lowers[child] in _FUTURE):
                return False
            if dep == "mark" and parse.lowers[child] in {"if", "unless", "whether"}:
                return False
        above = parse.heads[token]
        if above == token or parse.deps[token] not in {"xcomp", "ccomp", "pcomp", "relcl", "acl"}:
            return True
        if parse.deps[token] == "relcl" or (parse.deps[token] == "acl" and parse.pos[above] != "VERB"):
            # A relative clause tells of another time: "the man who had lived in Rome".
            return False
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
    if setting.preposition in {"at", "on"}:
        score += 2.0
    elif setting.preposition in LOCATIVE:
        score += 1.5
    elif setting.arrival:
        score += 1.2
    elif setting.preposition == "of":
        score += 0.5
    return score + (2.5 if setting.own else 0.0)
