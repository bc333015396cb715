"""Roles and states of a question: who has one ("who is the mayor"), and whether somebody does ("is Ann dead")."""

from typing import TYPE_CHECKING, NamedTuple

from gsw_graph.answer.items import day_words
from gsw_graph.answer.masking import masked
from gsw_graph.answer.match import Cue
from gsw_graph.answer.question import Question
from gsw_graph.answer.question_words import described, predicates, question_word
from gsw_graph.answer.vocabulary import BECOMING
from gsw_graph.graph import Row
from gsw_graph.language import sentence_at
from gsw_graph.names import fold, fold_label

if TYPE_CHECKING:
    from spacy.tokens import Token

FORMER = ("former ", "ex-")
"""What before a role says that it has ended."""
_NOMINAL = frozenset({"nsubj", "attr", "acomp", "oprd"})
_SENTENCE, _PASSAGE, _NOWHERE = range(3)


class Predicate(NamedTuple):
    """A role or state as a question says it."""

    labels: tuple[str, ...]
    """Its whole phrase, and its noun alone, folded."""
    of: tuple[str, ...]
    """Nouns that complete it, folded: what it is the role of."""
    named: bool
    """Whether a name is among them, which the text must then say."""
    now: bool
    """Whether it is asked for in the present."""
    bearers: frozenset[str] | None
    """Uids of whom it is asked; None if its bearer is asked for."""
    settles: bool
    """Whether nothing else may answer: "in custody" is a state, and may be a place."""


class Holder(NamedTuple):
    """Who has a role or is in a state, or is said not to be."""

    row: Row
    """A row of match/holders."""
    end: int | None
    """Last day, in days since 1970-01-01, as far as it is known; of a former holder the day on which they are."""
    ended: bool
    """Whether it is known to have ended, or called former."""
    rank: int

    @property
    def note(self) -> str:
        """When it ended, in words."""
        if not self.ended:
            return ""
        return "formerly" if self.end is None else f"until {day_words(self.end)}"


def read_predicates(question: Question, cues: list[Cue]) -> list[Predicate]:
    """Return the roles and states that a question asks for, or after; none if it asks for something else.

    Args:
        question: The question.
        cues: Its cues.
    """
    word = question_word(question)
    if question.want == "actor" and word is not None and word.head.lemma_ in BECOMING:
        return [_predicate(question, cues, noun, word.head, None) for noun in predicates(word)]
    if question.want == "actor" and word is None:
        noun = described(question)
        return [] if noun is None else [_predicate(question, cues, noun, noun, None)]
    if question.want != "yes_no":
        return []
    question, cues, _ = masked(question, cues, subject_only=True)
    root = next(token for token in question.doc if token.head.i == token.i)
    if root.lemma_ != "be":
        return []
    bearers, said = _parted(question, cues, root)
    return [_predicate(question, cues, noun, root, bearers) for noun in said]


def _parted(question: Question, cues: list[Cue], root: "Token") -> tuple[frozenset[str], "list[Token]"]:
    """Return whom a yes-or-no question names, and the heads of what it asks whether they are."""
    nouns = [child for child in root.children if child.dep_ in _NOMINAL]
    nouns += [child for noun in nouns for child in noun.children if child.dep_ in {"appos", "compound"}]
    bearer = next((noun for noun in nouns if _cue_of(question, cues, noun) is not None), None)
    if bearer is None:
        return frozenset(), [noun for noun in nouns if noun.dep_ in {"attr", "acomp"}]
    cue = _cue_of(question, cues, bearer)
    uids = frozenset(cue.uids if cue else ())
    other = [noun for noun in nouns if _cue_of(question, cues, noun) is not cue]
    said = [
        noun for noun in other if noun.pos_ in {"NOUN", "ADJ"} or noun.text.islower()
    ]  # "was X ill": taken for a name
    held = [child for child in root.children if child.dep_ == "prep"]  # "in custody"
    return uids, [noun for noun in said if noun.dep_ != "compound"] or held


def _cue_of(question: Question, cues: list[Cue], token: "Token") -> Cue | None:
    """Return the name that a word belongs to."""
    for cue in cues:
        start = question.text.find(cue.phrase)
        if cue.kind == "actor" and start <= token.idx < start + len(cue.phrase):
            return cue
    return None


def _predicate(
    question: Question, cues: list[Cue], head: "Token", verb: "Token", bearers: frozenset[str] | None
) -> Predicate:
    """Return what a question says from a noun, adjective or preposition on, without dates."""
    dated = {t.i for t in question.doc for span, _ in question.dates if span.start <= t.idx < span.end}
    bearing = {
        t.i
        for t in head.subtree
        for cue in [_cue_of(question, cues, t)]
        if cue is not None and bearers and set(cue.uids) == bearers
    }
    words = [
        t
        for t in head.subtree
        if t.i not in dated | bearing
        and t.pos_ not in {"DET", "ADV"}
        and t.dep_ not in {"relcl", "punct"}
        and not any(child.i in dated for child in t.children if t.pos_ == "ADP")
    ]
    of = [t for t in words if t.i > head.i and t.pos_ in {"NOUN", "PROPN"}] if head.pos_ != "ADP" else []
    labels = [fold_label(" ".join(t.text for t in words))]
    if head.pos_ != "ADP":
        labels.append(fold_label(" ".join(t.text for t in words if t.i <= head.i)))
        labels.append(fold_label(head.text))
    return Predicate(
        tuple(dict.fromkeys(labels)),
        tuple(fold(t.text) for t in of),
        any(t.text != t.text.lower() for t in of),
        verb.tag_ in {"VBZ", "VBP"},
        bearers,
        head.pos_ != "ADP",
    )


def labels_of(predicate: Predicate) -> list[str]:
    """Return the labels to look up: those of a role or state, and those of its former holders.

    Args:
        predicate: The role or state.
    """
    return [*predicate.labels, *(prefix + label for prefix in FORMER for label in predicate.labels)]


def holders_of(question: Question, cues: list[Cue], predicate: Predicate, rows: list[Row]) -> list[Holder]:
    """Return who has a role or state at the dates that a question names, or is said not to.

    Args:
        question: The question.
        cues: Its cues.
        predicate: The role or state.
        rows: Rows of match/holders.
    """
    former = {row["uid"]: row["seen_from"] for row in rows if row["named"] not in predicate.labels}
    found = []
    for row in rows:
        rank = _rank(predicate, row)
        if row["named"] not in predicate.labels or rank is None:
            continue
        if predicate.bearers is not None and row["uid"] not in predicate.bearers:
            continue
        end = row["valid_to"] if row["valid_to"] is not None else former.get(row["uid"])
        ended = row["valid_to"] is not None or row["uid"] in former
        if _holds_then(question, cues, row, end):
            found.append(Holder(row, end, ended, rank))
    best = min((one.rank for one in found), default=0)
    return [one for one in found if one.rank == best]


def _rank(predicate: Predicate, row: Row) -> int | None:
    """Return how well a label fits: said whole, or completed by its sentence, or its passage; None if not at all."""
    if row["named"] not in predicate.labels:
        return None
    at = predicate.labels.index(row["named"])
    if at > min(len(predicate.of), 1) and predicate.bearers is not None:
        return None  # an auditor is not the chief auditor
    if at == 0 or not predicate.of:
        return at
    told = min(_told(predicate.of, said) for said in row["said"])
    if told == _SENTENCE:
        return at - 1
    return None if predicate.bearers is not None or (predicate.named and told == _NOWHERE) else at + told


def _told(words: tuple[str, ...], said: Row) -> int:
    """Say where a claim's passage says some words."""
    start, end = sentence_at(said["text"], said["start"], said["end"])
    for told, text in ((_SENTENCE, said["text"][start:end]), (_PASSAGE, said["text"])):
        folded = f" {fold(text)} "
        if all(word in folded for word in words):
            return told
    return _NOWHERE


def _holds_then(question: Question, cues: list[Cue], row: Row, end: int | None) -> bool:
    """Say whether a role may hold at the dates that a question names: not if it had ended or not begun.

    What has no bounds holds on the days on which it is seen, and in the scenes of chapters that are of the date.
    """
    begin = row["valid_from"]
    for _, date in question.dates:
        if date.earliest is not None and end is not None and end < date.earliest:
            return False
        if date.latest is not None and begin is not None and begin > date.latest:
            return False
    if not question.dates or begin is not None or end is not None:
        return True
    seen = (row["seen_from"], row["seen_to"])
    if None not in seen:
        return any(
            (date.earliest is None or seen[1] >= date.earliest) and (date.latest is None or seen[0] <= date.latest)
            for _, date in question.dates
        )
    return all(row["chapter"] in cue.hits for cue in cues if cue.kind == "date")


def standing(holders: list[Holder], *, on_a_day: bool) -> list[Holder]:
    """Return who has a role in the present: those of whom no end is known, else the last of the others.

    Args:
        holders: Who has it at any time.
        on_a_day: Whether they are read as of a day, so that the present is that day, and no end has passed.
    """
    if on_a_day:
        return [one for one in holders if one.row["valid_to"] is not None or not one.ended]
    still = [one for one in holders if not one.ended]
    if still:
        return still
    last = max((one.end for one in holders if one.end is not None), default=None)
    return [one for one in holders if one.end == last]
