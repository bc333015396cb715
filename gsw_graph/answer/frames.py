"""The verb of a question with its slots: "who was arrested", "to whom did she give the key"."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from gsw_graph.answer.asking import is_request
from gsw_graph.answer.masking import masked
from gsw_graph.answer.match import Cue
from gsw_graph.answer.question import Question, is_generic
from gsw_graph.answer.question_words import is_helped, question_word
from gsw_graph.answer.slots import contrary, is_passive, slots
from gsw_graph.answer.synonyms import said_by, same_act
from gsw_graph.answer.vocabulary import (
    BECOMING,
    META_VERBS,
    MOVING,
    PRESENCE,
    REPORTING,
    SIGHTINGS,
    SOFT_VERBS,
    TELLERS,
    names_occasion,
)
from gsw_graph.graph import Row
from gsw_graph.names import fold

if TYPE_CHECKING:
    from spacy.tokens import Token

_REASON = re.compile(
    r"\b(because|due to|owing to|thanks to|on account of|as a result of|for fear of|in order to|so as to|so that"
    r"|on suspicion of|on charges? of)\b",
    re.IGNORECASE,
)
_LISTED = frozenset({"nsubj", "nsubjpass", "dobj", "attr"})
"""Where a date or place stands that is no setting of a verb, but what it is about."""
_TAKING_PLACE = frozenset({"hold", "locate", "situate", "stage", "set"})
"""Verbs that say in the passive of something other than a named actor only that it was somewhere, at some time."""
STEM = 5
"""Letters by which a noun of the question is found again in an event's words."""
_ASIDE = frozenset({"over", "about", "for", "in", "at", "during", "after", "before", "on", "from"})
"""Prepositions of what may only say on what occasion something was done."""


class Known(NamedTuple):
    """An actor that a question names with its verb."""

    word: str
    """Its name as the question says it, folded: an event that names it in its words will do."""
    uids: frozenset[str]
    valences: tuple[str, ...]
    """What it may fill; empty is any."""
    against: str = ""
    """The preposition that would say the contrary before it."""


class Noun(NamedTuple):
    """Another noun that a question says with its verb."""

    word: str
    """Its lemma, folded."""
    chapters: frozenset[str]
    """Uids of chapters that tell of it, if it only says on what occasion the event was."""
    against: str = ""
    """The preposition that would say the contrary before it: "against" for "for"."""


class Frame(NamedTuple):
    """A verb of the question with its slots."""

    lemma: str
    acts: tuple[str, ...]
    """Verbs and set phrases that say the same, itself first."""
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
    if not any(said_by(row["phrase"], row["label"], act) for act in frame.acts):
        return False
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
    others: list[Noun | Known] = [*frame.words, *frame.known]
    told = all(noun.word[:STEM] in said or row["chapter"] in noun.chapters for noun in frame.words)
    return told and not any(_says_contrary(noun, phrase) for noun in others)


def _says_contrary(noun: "Noun | Known", phrase: str) -> bool:
    """Say whether a phrase has the contrary preposition before a noun: "voted against the loan" for "for the loan"."""
    return (
        bool(noun.against)
        and re.search(rf"\b{noun.against} (?:\w+ ){{0,2}}{re.escape(noun.word[:STEM])}", phrase) is not None
    )


def _in_words(name: str, phrase: str) -> bool:
    """Say whether a phrase holds a name whole."""
    return f" {name} " in f" {phrase} "


def gives_reason(phrase: str) -> bool:
    """Say whether the words of an event give a reason for it.

    Args:
        phrase: The event in words.
    """
    return _REASON.search(phrase) is not None


def read_frame(question: Question, cues: list[Cue]) -> Frame | None:
    """Return the verb of a question with its slots, or None if it asks in another way.

    Args:
        question: The question.
        cues: Its cues.
    """
    if question.main_only:
        return None
    question, cues, names = masked(question, cues)
    word = question_word(question)
    verb = _verb(question, word)
    if verb is None:
        return None
    passive = is_passive(verb)
    helped = is_helped(verb)
    lemma = verb.lower_ if helped else verb.lemma_.lower()  # "why did she resign": taken for a noun
    if (lemma in MOVING and question.want == "place") or _is_of_place(question, cues, verb):
        return None
    if (is_request(verb) and not helped) or _is_told(question, verb, lemma, passive):
        return None
    if not (helped or verb.pos_ == "VERB") or lemma in BECOMING or _says_presence(verb, lemma, passive):
        return None
    wanted = slots(word) if word is not None and question.want in {"actor", "event"} else ()
    if question.want == "actor" and not wanted:
        return None
    known, words = _filled(question, cues, verb, names)
    if question.want in {"place", "date"} and _is_occasion(verb, known, passive):
        return None
    placed = [cue for cue in cues if cue.kind in {"place", "date"}]
    settings = [Known(fold(names.get(cue.phrase, cue.phrase)), frozenset(cue.uids), ()) for cue in placed]
    light = _is_light(question, cues, verb, known)
    acts = same_act(lemma, _said_with(question, cues, verb))
    presence = lemma in SOFT_VERBS or (passive and lemma in SIGHTINGS)
    soft = presence and acts[0] == lemma and light
    others = [noun for noun in words if noun.word not in acts[0].split()]  # "taken into custody" is one act
    return Frame(lemma, acts, wanted, tuple(known), tuple(settings), tuple(others), soft)


def _is_light(question: Question, cues: list[Cue], verb: "Token", known: list[Known]) -> bool:
    """Say whether nothing is acted on but what takes place: "when was the fair opened", not "who opened the clock"."""
    objects = [child for child in verb.children if child.dep_ in {"dobj", "dative", "oprd"}]
    objects += [child for child in verb.children if child.dep_ == "nsubjpass" and question.want != "actor"]
    of_events = all(names_occasion(one.text) or is_generic(one) for one in objects)
    if question.want in {"actor", "yes_no"}:
        return not objects and len(known) < 2
    return of_events and all(
        cue.kind != "actor" for one in objects for cue in cues if _inside(question, one, cue.phrase)
    )


def _said_with(question: Question, cues: list[Cue], verb: "Token") -> list[str]:
    """Return the words that a question says after its verb, without names and dates."""
    within = verb.subtree if any(verb.children) else verb.head.subtree
    after = [token for token in within if token.i > verb.i and token.is_alpha]
    dated = [span for span, _ in question.dates]
    return [
        token.lower_
        for token in after
        if not any(cue.kind != "content" and _inside(question, token, cue.phrase) for cue in cues)
        and not any(span.start <= token.idx < span.end for span in dated)
    ]


def labels_of_acts(frame: Frame) -> list[str]:
    """Return the labels by which the events of a frame may be found: verbs, with and without a particle.

    Args:
        frame: The question's verb.
    """
    parts = [act.split() for act in (*frame.acts, frame.lemma)]
    return list(dict.fromkeys(" ".join(words[:many]) for words in parts for many in (1, 2)))


def _verb(question: Question, word: "Token | None") -> "Token | None":
    """Return the verb that the question word belongs to, or that a yes-or-no question asks about."""
    if question.want == "yes_no":
        return _main_verb(question)
    if word is None or question.want not in {"actor", "place", "date", "event", "reason"}:
        return None
    setting = word.i > 0 and word.nbor(-1).pos_ == "ADP"  # "in which town was he seen"
    listed = question.want in {"date", "place"} and word.lower_ in {"which", "what"} and word.head.dep_ in _LISTED
    if listed and not setting:
        return None  # "which dates are mentioned"
    verb = word.head if word.dep_ not in {"pobj", "poss", "det"} else word.head.head
    while verb.pos_ in {"ADP", "NOUN", "ADJ"} and verb.head.i != verb.i and not is_helped(verb):
        verb = verb.head
    verb = _participle(verb) or (verb.head if verb.pos_ == "AUX" else verb)
    return verb


def _participle(verb: "Token") -> "Token | None":
    """Return the participle of a passive that is taken for a clause of its own: "where was he taken"."""
    if verb.lemma_ != "be":
        return None
    return next((child for child in verb.children if child.dep_ == "ccomp" and child.tag_ == "VBN"), None)


def _is_told(question: Question, verb: "Token", lemma: str, passive: bool) -> bool:
    """Say whether a verb tells of the text, or of the dates and places that are asked for: "does the book mention"."""
    subjects = {child.lower_ for child in verb.children if child.dep_ == "nsubj"}
    objects = any(child.dep_ in {"dobj", "dative"} for child in verb.children if not is_generic(child))
    meant = bool(subjects & {"those", "these", "that"}) or (bool(subjects & {"they", "it"}) and not objects)
    reported = passive and lemma in REPORTING
    return bool(subjects & TELLERS) or (question.want in {"date", "place"} and (meant or reported))


def _is_of_place(question: Question, cues: list[Cue], verb: "Token") -> bool:
    """Say whether a place is the subject of a verb: what it saw or hosted was there."""
    subjects = [child for child in verb.children if child.dep_ == "nsubj"]
    return any(cue.kind == "place" and _inside(question, one, cue.phrase) for one in subjects for cue in cues)


def _says_presence(verb: "Token", lemma: str, passive: bool) -> bool:
    """Say whether a verb says only that somebody was there: "visited", "took part", "was seen"."""
    if lemma in META_VERBS or (passive and lemma in SIGHTINGS):
        return True
    return any(f"{lemma} {child.lemma_.lower()}" in PRESENCE for child in verb.children)


def _filled(
    question: Question, cues: list[Cue], verb: "Token", names: Mapping[str, str]
) -> tuple[list[Known], list[Noun]]:
    """Return the actors that a question names with its verb, and its other nouns."""
    known: list[Known] = []
    nouns: list[Noun] = []
    asked = question_word(question)
    within = verb.subtree if any(verb.children) else verb.head.subtree
    for child in [*within, *([verb.head] if verb.dep_ in {"acl", "relcl"} else [])]:
        cue = next((cue for cue in cues if _inside(question, child, cue.phrase)), None)
        named = child.pos_ in {"NOUN", "PROPN"} or (cue is not None and cue.kind == "actor" and child.pos_ != "DET")
        if child.i == verb.i or not named or child.dep_ == "compound":
            continue
        if cue is not None and cue.kind == "actor":
            if all(other.uids != frozenset(cue.uids) for other in known):
                said = names.get(cue.phrase, cue.phrase)
                known.append(Known(fold(said), frozenset(cue.uids), slots(child), contrary(child)))
        elif (cue is None or cue.kind == "content") and not is_generic(child) and child is not asked:
            aside = cue is not None and child.dep_ == "pobj" and child.head.lower_ in _ASIDE
            told = frozenset(cue.hits if cue is not None and aside else ())
            nouns.append(Noun(fold(child.lemma_), told, contrary(child)))
    return known, nouns


def _is_occasion(verb: "Token", known: list[Known], passive: bool) -> bool:
    """Say whether a verb says only that something was: "when the race took place", "where it was held"."""
    if any(child.lower_ == "place" and verb.lemma_ == "take" for child in verb.children):
        return True
    return passive and verb.lemma_.lower() in _TAKING_PLACE and not known


def _main_verb(question: Question) -> "Token":
    """Return the verb of a yes-or-no question; the parser takes "was X arrested" for an X that is arrested."""
    root = next(token for token in question.doc if token.head.i == token.i)
    below = [t for child in root.children for t in (child, *child.children)]
    cleft = [t for t in below if t.dep_ in {"relcl", "ccomp"} and t.pos_ == "VERB"]
    if root.lemma_ == "be" and cleft and any(child.lower_ == "it" for child in root.children):
        return cleft[0]  # "was it Ann who …"
    participles = [t for t in below if t.dep_ == "acl" and t.tag_ == "VBN"]
    return participles[0] if root.pos_ == "AUX" and participles else root


def _inside(question: Question, token: "Token", phrase: str) -> bool:
    """Say whether a word belongs to the words of a cue."""
    found = re.finditer(rf"(?<!\w){re.escape(phrase)}(?!\w)", question.text)
    return any(match.start() <= token.idx < match.end() for match in found)
