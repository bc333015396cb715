"""The verb of a question with its slots: "who was arrested", "to whom did she give the key"."""

import re
from typing import TYPE_CHECKING, NamedTuple

from gsw_graph.answer.match import Cue
from gsw_graph.answer.question import Question, is_generic
from gsw_graph.answer.vocabulary import BECOMING, GIVING, META_VERBS, MOVING, PRESENCE, SIGHTINGS, SOFT_VERBS
from gsw_graph.extract.nouns import is_person_noun
from gsw_graph.graph import Row
from gsw_graph.names import fold

if TYPE_CHECKING:
    from spacy.tokens import Token

_REASON = re.compile(
    r"\b(because|due to|owing to|thanks to|on account of|as a result of|for fear of|in order to|so as to|so that"
    r"|on suspicion of|on charges? of)\b",
    re.IGNORECASE,
)
OCCASIONS = frozenset({"hold", "locate", "situate", "stage", "set"})
"""Verbs that say in the passive of something other than a named actor only that it was somewhere, at some time."""
STEM = 5
"""Letters by which a noun of the question is found again in an event's words."""
_ASIDE = frozenset({"over", "about", "for", "in", "at", "during", "after", "before", "on", "from"})
"""Prepositions of what may only say on what occasion something was done."""
_SLOTS = {
    "nsubj": ("agent",),
    "nsubjpass": ("patient",),
    "dobj": ("patient", "topic"),
    "obj": ("patient", "topic"),
    "dative": ("recipient", "beneficiary"),
}
_PREPOSITIONS = {
    "by": ("agent",),
    "to": ("recipient", "goal"),
    "with": ("companion", "instrument"),
    "from": ("source",),
}


class Known(NamedTuple):
    """An actor that a question names with its verb."""

    word: str
    """Its name as the question says it, folded: an event that names it in its words will do."""
    uids: frozenset[str]
    valences: tuple[str, ...]
    """What it may fill; empty is any."""


class Noun(NamedTuple):
    """Another noun that a question says with its verb."""

    word: str
    """Its lemma, folded."""
    chapters: frozenset[str]
    """Uids of chapters that tell of it, if it only says on what occasion the event was."""


class Frame(NamedTuple):
    """A verb of the question with its slots."""

    lemma: str
    wanted: tuple[str, ...]
    """Valences that the question word stands for; empty if it asks where or when."""
    known: tuple[Known, ...]
    """The actors that the question names with the verb."""
    settings: tuple[Known, ...]
    """The places and dates that the question names with the verb."""
    words: tuple[Noun, ...]
    """The verb's other nouns, which the event must name."""
    soft: bool
    """Whether the verb may say no more than that somebody was there, or that something was on."""


def fits(frame: Frame, row: Row) -> bool:
    """Say whether an event of the graph is the one that a frame describes, asserted or not.

    Args:
        frame: The question's verb.
        row: A row of match/verbs.
    """
    phrase = fold(row["phrase"])
    said = fold(" ".join([row["phrase"], *(part["name"] for part in row["participants"])]))
    for known in frame.known:
        filled = {part["valence"] for part in row["participants"] if part["uid"] in known.uids}
        if not (filled & set(known.valences) if known.valences else filled) and (
            filled or not _in_words(known.word, phrase)
        ):
            return False
    for setting in frame.settings:
        at = {part["uid"] for part in (*row["places"], *row["dates"])}
        if not (at & setting.uids or _in_words(setting.word, phrase)):
            return False
    return all(noun.word[:STEM] in said or row["chapter"] in noun.chapters for noun in frame.words)


def _in_words(name: str, phrase: str) -> bool:
    """Say whether a phrase holds a name whole."""
    return f" {name} " in f" {phrase} "


def gives_reason(phrase: str) -> bool:
    """Say whether the words of an event give a reason for it.

    Args:
        phrase: The event in words.
    """
    return _REASON.search(phrase) is not None


def predicates(word: "Token") -> "list[Token]":
    """Return what "who is …" asks for the bearer of: the nouns and adjectives beside the question word.

    Args:
        word: The question word, whose head is a form of "be".
    """
    said = [child for child in word.head.children if child.i != word.i and child.pos_ in {"NOUN", "ADJ", "PROPN"}]
    return [child for child in said if not is_generic(child)]


def read_frame(question: Question, cues: list[Cue]) -> Frame | None:
    """Return the verb of a question with its slots, or None if it asks in another way.

    Args:
        question: The question.
        cues: Its cues.
    """
    word = question_word(question)
    verb = None if question.main_only else _verb(question, cues, word)
    if verb is None:
        return None
    passive = any(child.dep_ == "auxpass" for child in verb.children)
    helped = _is_helped(question, verb)
    lemma = verb.lower_ if helped else verb.lemma_.lower()  # "why did she resign": taken for a noun
    if (lemma in MOVING and question.want == "place") or _is_of_place(question, cues, verb):
        return None
    if not (helped or verb.pos_ == "VERB") or lemma in BECOMING or _says_presence(verb, lemma, passive):
        return None
    wanted = _slots(word) if word is not None and question.want in {"actor", "event"} else ()
    if question.want == "actor" and not wanted:
        return None
    known, words = _filled(question, cues, verb)
    if question.want in {"place", "date"} and _is_occasion(verb, known, passive):
        return None
    settings = [Known(fold(c.phrase), frozenset(c.uids), ()) for c in cues if c.kind in {"place", "date"}]
    soft = lemma in SOFT_VERBS and (question.want != "yes_no" or not (words or len(known) > 1))
    return Frame(lemma, wanted, tuple(known), tuple(settings), tuple(words), soft)


def _verb(question: Question, cues: list[Cue], word: "Token | None") -> "Token | None":
    """Return the verb that the question word belongs to, or that a yes-or-no question asks about."""
    if question.want == "yes_no":
        return _main_verb(question)
    if word is None or question.want not in {"actor", "place", "date", "event", "reason"}:
        return None
    verb = word.head if word.dep_ not in {"pobj", "poss", "det"} else word.head.head
    verb = verb.head if verb.pos_ == "AUX" else verb
    for cue in cues:
        start = question.text.find(cue.phrase)
        if cue.kind == "actor" and start <= verb.idx < start + len(cue.phrase):  # "did Ann Rook hand …": she is no verb
            return next((token for token in question.doc if token.idx >= start + len(cue.phrase)), None)
    return verb


def _is_of_place(question: Question, cues: list[Cue], verb: "Token") -> bool:
    """Say whether a place is the subject of a verb: what it saw or hosted was there."""
    subjects = [child for child in verb.children if child.dep_ == "nsubj"]
    return any(cue.kind == "place" and _inside(question, one, cue.phrase) for one in subjects for cue in cues)


def _is_helped(question: Question, verb: "Token") -> bool:
    """Say whether a word is the verb of a question with "did", whatever it is taken for."""
    if any(child.dep_ == "aux" and child.lemma_ == "do" for child in verb.children):
        return True
    return verb.pos_ in {"NOUN", "VERB"} and any(
        token.lemma_ == "do" and token.head.i in {verb.i, verb.head.i} and token.dep_ == "aux"
        for token in question.doc[: verb.i]
    )


def _says_presence(verb: "Token", lemma: str, passive: bool) -> bool:
    """Say whether a verb says only that somebody was there: "visited", "took part", "was seen"."""
    if lemma in META_VERBS or (passive and lemma in SIGHTINGS):
        return True
    return any(f"{lemma} {child.lemma_.lower()}" in PRESENCE for child in verb.children)


def _filled(question: Question, cues: list[Cue], verb: "Token") -> tuple[list[Known], list[Noun]]:
    """Return the actors that a question names with its verb, and its other nouns."""
    known: list[Known] = []
    nouns: list[Noun] = []
    asked = question_word(question)
    within = verb.subtree if any(verb.children) else verb.head.subtree
    for child in [*within, *([verb.head] if verb.dep_ in {"acl", "relcl"} else [])]:
        cue = next((cue for cue in cues if _inside(question, child, cue.phrase)), None)
        named = child.pos_ in {"NOUN", "PROPN"} or (cue is not None and cue.kind == "actor")
        if child.i == verb.i or not named or child.dep_ == "compound":
            continue
        if cue is not None and cue.kind == "actor":
            if all(other.uids != frozenset(cue.uids) for other in known):
                known.append(Known(fold(cue.phrase), frozenset(cue.uids), _slots(child)))
        elif (cue is None or cue.kind == "content") and not is_generic(child) and child is not asked:
            aside = cue is not None and child.dep_ == "pobj" and child.head.lower_ in _ASIDE
            nouns.append(Noun(fold(child.lemma_), frozenset(cue.hits if cue is not None and aside else ())))
    return known, nouns


def _is_occasion(verb: "Token", known: list[Known], passive: bool) -> bool:
    """Say whether a verb says only that something was: "when the race took place", "where it was held"."""
    if any(child.lower_ == "place" and verb.lemma_ == "take" for child in verb.children):
        return True
    return passive and verb.lemma_.lower() in OCCASIONS and not known


def _main_verb(question: Question) -> "Token":
    """Return the verb of a yes-or-no question; the parser takes "was X arrested" for an X that is arrested."""
    root = next(token for token in question.doc if token.head.i == token.i)
    below = [t for child in root.children for t in (child, *child.children)]
    cleft = [t for t in below if t.dep_ in {"relcl", "ccomp"} and t.pos_ == "VERB"]
    if root.lemma_ == "be" and cleft and any(child.lower_ == "it" for child in root.children):
        return cleft[0]  # "was it Ann who …"
    participles = [t for t in below if t.dep_ == "acl" and t.tag_ == "VBN"]
    return participles[0] if root.pos_ == "AUX" and participles else root


def described(question: Question) -> "Token | None":
    """Return the noun by which a question without a question word says whom it asks for: "name the skipper".

    Args:
        question: The question.
    """
    nouns = (token for token in question.doc if token.pos_ == "NOUN" and not token.is_sent_start)
    return next((noun for noun in nouns if is_person_noun(noun.lemma_.lower()) and not is_generic(noun)), None)


def question_word(question: Question) -> "Token | None":
    """Return the word that asks: who, whom, what, where, when, why; the noun of "which man" and "how many people"."""
    for token in question.doc:
        if token.lower_ in {"who", "whom", "where", "when", "why"}:
            return token
        if token.lower_ in {"what", "which", "how"}:
            noun = _noun_of(token)
            if noun is not None or token.lower_ == "what":
                return noun if noun is not None and question.want == "actor" else token
    return None


def _noun_of(token: "Token") -> "Token | None":
    """Return the noun that "which", "what" or "how many" asks after."""
    if token.lower_ == "how":
        many = token.nbor() if token.i + 1 < len(token.doc) else token
        return many.head if many.lower_ == "many" and many.head.pos_ == "NOUN" else None
    return token.head if token.dep_ == "det" and token.head.pos_ in {"NOUN", "PROPN"} else None


def _slots(token: "Token") -> tuple[str, ...]:
    """Return the valences that a word's place in the sentence stands for."""
    if token.dep_ == "pobj":
        return _PREPOSITIONS.get(token.head.lower_, ())
    if any(child.dep_ == "acl" for child in token.children):
        return _SLOTS["nsubjpass"]
    passive = any(child.dep_ == "auxpass" for child in token.head.children)
    role = "nsubjpass" if passive and token.dep_ == "nsubj" else token.dep_
    given = role == "nsubjpass" and token.head.lemma_.lower() in GIVING  # "what was she given by him"
    return (*_SLOTS.get(role, ()), *(_SLOTS["dative"] if given else ()))


def _inside(question: Question, token: "Token", phrase: str) -> bool:
    """Say whether a word belongs to the words of a cue."""
    start = question.text.find(phrase)
    return start <= token.idx < start + len(phrase)
