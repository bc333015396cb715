"""What a question says beyond names and dates."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from gsw_graph.answer.asking import is_request
from gsw_graph.answer.question import Question, Span, is_generic
from gsw_graph.answer.question_words import is_helped
from gsw_graph.answer.vocabulary import ASKING, GENERIC, REQUESTS, names_occasion
from gsw_graph.extract.gender import is_first_name
from gsw_graph.extract.nouns import PLACE_NAME_NOUNS
from gsw_graph.extract.words import words
from gsw_graph.graph import Row

if TYPE_CHECKING:
    from spacy.tokens import Token

_WORD = re.compile(r"\w[\w'’\-]*")
_QUESTION_WORDS = words("who whom whose what which where when why how")
_JOINERS = words("of the & de la")
_PLACES = frozenset({"GPE", "LOC", "FAC"})
_IN = words("in near inside from")


class _Word(NamedTuple):
    """A word of a question, a hyphenated one whole."""

    start: int
    end: int
    text: str
    opens: bool
    """Whether it opens a sentence, where a capital letter means nothing."""
    asks: bool
    """Whether it belongs to asking itself: "Name", "Where", "All"."""
    noun: bool
    """Whether it names something."""
    content: bool
    """Whether it says something about the matter, as part of a phrase."""


def longest_first(spans: list[Span]) -> list[Span]:
    """Return the spans that remain when the longest ones are taken first and none may overlap."""
    chosen: list[Span] = []
    for span in sorted(set(spans), key=lambda s: (s.start - s.end, s.start)):
        if all(span.end <= other.start or other.end <= span.start for other in chosen):
            chosen.append(span)
    return sorted(chosen)


def content_phrases(question: Question, covered: list[Span]) -> list[Span]:
    """Return what a question says beyond names and dates: capitalised phrases, and its own noun phrases.

    Verbs are no content: what a question's verb asks for is read by `frames`.

    Args:
        question: The question.
        covered: Spans that are understood already.
    """
    free = [w for w in _words(question) if not any(s.start < w.end and w.start < s.end for s in covered)]
    capitals = _capitals(question, free)
    rest = [w for w in free if not any(s.start < w.end and w.start < s.end for s in capitals)]
    start, end = question.asking
    nouns = [s for s in _noun_phrases(question, rest) if start <= s.start < end or names_occasion(s.text)]
    return sorted([*capitals, *nouns])


def _capitals(question: Question, free: list[_Word]) -> list[Span]:
    """Return the capitalised phrases of a question, with a first word of a sentence only if more follow."""
    runs: list[list[_Word]] = []
    for word in free:
        capital = word.text[0].isupper() and word.text != "I"
        joining = word.text.lower() in _JOINERS
        beside = bool(runs) and not question.text[runs[-1][-1].end : word.start].strip()
        if not (capital or (joining and beside)):
            continue
        if beside:
            runs[-1].append(word)
        elif capital:
            runs.append([word])
    spans = []
    for run in runs:
        while run and not run[-1].text[0].isupper():
            run.pop()
        if run and run[0].opens and (len(run) == 1 or run[0].asks):
            run = run[1:]
        while run and (run[0].text.lower() in _JOINERS or not run[-1].text[0].isupper()):
            run.pop(0)
        if any(word.content for word in run) or (len(run) > 1 and not all(word.asks for word in run)):
            spans.append(Span(run[0].start, run[-1].end, question.text[run[0].start : run[-1].end]))
    return spans


def _noun_phrases(question: Question, free: list[_Word]) -> list[Span]:
    """Return runs of content words with a noun among them, parted by nothing but white space."""
    runs: list[list[_Word]] = []
    for word in free:
        beside = bool(runs) and not question.text[runs[-1][-1].end : word.start].strip()
        if beside and (word.content or names_occasion(word.text)):  # "show" and "event" say little only by themselves
            runs[-1].append(word)
        elif word.content:
            runs.append([word])
    spans = [(run, Span(run[0].start, run[-1].end, question.text[run[0].start : run[-1].end])) for run in runs]
    return [span for run, span in spans if any(word.noun for word in run) or names_occasion(span.text)]


def is_asked_about(question: Question, span: Span) -> bool:
    """Say whether a phrase is what a question is about ("where was the red coat?"), so that it must be held.

    Other common nouns may belong to how it is asked ("an index of places", "in this connection").

    Args:
        question: The question.
        span: Where the phrase stands.
    """
    tokens = [token for token in question.doc if span.start <= token.idx < span.end]
    if not tokens or tokens[-1].dep_ not in {"nsubj", "nsubjpass"}:
        return False
    head = tokens[-1].head
    above = [head, head.head, head.head.head]
    asks = any(child.lower_ in _QUESTION_WORDS for verb in above for child in verb.children)
    return (asks or question.want == "yes_no") and not any(map(is_request, above))


def spans_of_roles(question: Question, name: Span) -> list[Span]:
    """Return the words by which a question says what a named person is: "the baker Ana", "Ana, the baker,".

    Args:
        question: The question.
        name: Where the name stands.
    """
    inside = [token for token in question.doc if name.start <= token.idx < name.end]
    within = {token.i for token in inside}
    said = [
        other
        for token in inside
        for other in (*token.children, token.head)
        if other.i not in within
        and other.pos_ == "NOUN"
        and (other.dep_ in {"appos", "compound"} or (token.dep_ == "appos" and other.i == token.head.i))
    ]
    return [Span(other.idx, other.idx + len(other), other.text) for other in said]


def names_somebody(question: Question, span: Span) -> bool:
    """Say whether a capitalised phrase can only be a person's name: then it means nobody if nobody bears it.

    Args:
        question: The question.
        span: Where the phrase stands.
    """
    parts = span.text.split()
    opening = next((token for token in question.doc if token.idx >= span.start), None)
    if len(parts) == 2 and span.text.islower() and is_first_name(parts[0]):
        return opening is not None and opening.pos_ in {"PROPN", "NOUN"} and not opening.is_stop
    if not all(part[0].isupper() for part in parts) or span.text.isupper() or names_occasion(span.text):
        return False
    if parts[-1].casefold() in PLACE_NAME_NOUNS:
        return False
    first = parts[0].casefold()
    if 2 <= len(parts) <= 3 and is_first_name(first):
        return True
    return any(ent.label_ == "PERSON" and ent.text in span.text and len(ent) > 1 for ent in question.doc.ents)


def names_place(question: Question, span: Span) -> bool:
    """Say whether a capitalised phrase can only be a place: "who was in Exeter", but not "who was at the Summer Fair".

    Args:
        question: The question.
        span: Where the phrase stands.
    """
    tokens = [token for token in question.doc if span.start <= token.idx < span.end]
    if not tokens or not span.text[:1].isupper() or span.text.isupper() or names_occasion(span.text):
        return False
    if tokens[-1].lower_ in PLACE_NAME_NOUNS and len(tokens) > 1:
        return True
    before = tokens[0].nbor(-1) if tokens[0].i else None
    bare = before is not None and before.dep_ == "prep" and before.lower_ in _IN
    return bare or any(ent.label_ in _PLACES and ent.text == span.text for ent in question.doc.ents)


def _words(question: Question) -> Iterator[_Word]:
    """Yield the words of a question."""
    openings = {sentence.start_char for sentence in question.doc.sents}
    for match in _WORD.finditer(question.text):
        start, end = match.span()
        tokens = [token for token in question.doc if token.idx < end and start < token.idx + len(token)]
        plain = end - start > 2 and match.group().lower() not in GENERIC
        said = (
            [one for one in tokens if not (is_generic(one) or is_helped(one) or _is_of_request(one))] if plain else []
        )
        noun = any(token.pos_ in {"NOUN", "PROPN"} for token in said)
        content = noun or any(token.pos_ in {"ADJ", "NUM"} for token in said) or any(map(_modifies, said))
        opens, word = start in openings, match.group()
        capital = word[0].isupper()
        asks = word.lower() in REQUESTS | GENERIC or any(token.is_stop for token in tokens)
        alone = capital and opens and not names_occasion(word)  # any word has a capital letter there
        content = (content or (capital and bool(said))) and not (asks and opens) and not alone
        yield _Word(start, end, word, opens, asks, noun or capital, content)


def _is_of_request(token: "Token") -> bool:
    """Say whether a word only says who asks or what for: "my editor wants to know", "for my column I need"."""
    head = token.head
    if token.dep_ in {"nsubj", "compound"} and head.lemma_.lower() in ASKING:
        return True
    above = head.head if head.dep_ == "prep" else head
    asker = any(child.dep_ == "nsubj" and child.lower_ in {"i", "we"} for child in above.children)
    return token.dep_ == "pobj" and head.dep_ == "prep" and above.lemma_.lower() in ASKING and asker


def _modifies(token: "Token") -> bool:
    """Say whether a verb's form belongs to a noun phrase: "a sheep shearing contest"."""
    return token.pos_ == "VERB" and token.dep_ in {"compound", "amod"}


def is_proper(row: Row) -> bool:
    """Say whether an entity has a proper name, and is not only called by a common noun.

    Args:
        row: A row of match/entities_by_name.
    """
    return any(name != name.lower() or name.upper() == name for name in row["names"] or [])


def may_name(question: Question, span: Span, row: Row) -> bool:
    """Say whether words may name an entity: a proper name, or a common noun that the question uses as one.

    Words within a longer name are none ("the Bridge Hotel" is not at the bridge, "Mill Bay Yard" not at Mill Bay).

    Args:
        question: The question.
        span: The words.
        row: A row of match/entities_by_name.
    """
    after = _after(question, span)
    proper = is_proper(row)
    if not proper:
        used = question.text[: span.start].lower().rstrip().endswith("the") or span.text.lower().startswith("the ")
        return used and not (after is not None and after.pos_ in {"NOUN", "PROPN"})
    longer = after is not None and after.text[:1].isupper() and after.pos_ in {"NOUN", "PROPN"}
    if row["label"] == "Place":
        return not longer
    return not (len(span.text.split()) == 1 and _has_other_first_name(question, span))


def _has_other_first_name(question: Question, span: Span) -> bool:
    """Say whether a first name stands right before a surname: "nigel marsh" is nobody of whom only "Marsh" is known."""
    before = question.text[: span.start].split()
    return bool(before) and span.start > 0 and question.text[span.start - 1] == " " and is_first_name(before[-1])


def _after(question: Question, span: Span) -> "Token | None":
    """Return the word right after some words, with nothing but a blank between."""
    token = next((token for token in question.doc if token.idx >= span.end), None)
    beside = token is not None and token.is_alpha and not question.text[span.end : token.idx].strip()
    dated = token is not None and any(date.start <= token.idx < date.end for date, _ in question.dates)
    return token if beside and not dated else None
