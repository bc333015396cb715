"""What a question says beyond names and dates."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from gsw_graph.answer.question import Question, Span, is_generic

_WORD = re.compile(r"\w[\w'’\-]*")


class _Word(NamedTuple):
    """A word of a question, a hyphenated one whole."""

    start: int
    end: int
    text: str
    opens: bool
    """Whether it opens a sentence, where a capital letter means nothing."""
    content: bool
    """Whether it says something about the matter."""


def longest_first(spans: list[Span]) -> list[Span]:
    """Return the spans that remain when the longest ones are taken first and none may overlap."""
    chosen: list[Span] = []
    for span in sorted(set(spans), key=lambda s: (s.start - s.end, s.start)):
        if all(span.end <= other.start or other.end <= span.start for other in chosen):
            chosen.append(span)
    return sorted(chosen)


def content_phrases(question: Question, covered: list[Span]) -> list[Span]:
    """Return what a question says beyond names and dates: capitalised phrases, else its own nouns and verbs.

    Args:
        question: The question.
        covered: Spans that are understood already.
    """
    free = [w for w in _words(question) if not any(s.start < w.end and w.start < s.end for s in covered)]
    capitals = _runs(free, question, lambda word: word.text[0].isupper() and not word.opens and word.text != "I")
    return capitals or _runs(free, question, lambda word: word.content)


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


def names_place(question: Question, span: Span) -> bool:
    """Say whether a capitalised phrase can only be a place: "who was in Exeter", but not "who was at the Summer Fair".

    Args:
        question: The question.
        span: Where the phrase stands.
    """
    tokens = [token for token in question.doc if span.start <= token.idx < span.end]
    before = tokens[0].nbor(-1) if tokens and tokens[0].i else None
    bare = before is not None and before.dep_ == "prep" and before.lower_ in {"in", "at", "near", "inside", "from"}
    return bool(bare and before is not None and before.head.lemma_ == "be" and span.text[:1].isupper())


def _words(question: Question) -> Iterator[_Word]:
    """Yield the words of a question."""
    openings = {sentence.start_char for sentence in question.doc.sents}
    for match in _WORD.finditer(question.text):
        start, end = match.span()
        tokens = [token for token in question.doc if token.idx < end and start < token.idx + len(token)]
        content = end - start > 2 and any(
            token.pos_ in {"NOUN", "PROPN", "VERB", "ADJ", "NUM"} and not is_generic(token) for token in tokens
        )
        yield _Word(start, end, match.group(), start in openings, content)


def _runs(words: list[_Word], question: Question, keep: Callable[[_Word], bool]) -> list[Span]:
    """Join kept words that only white space parts to phrases."""
    spans: list[Span] = []
    for word in words:
        if not keep(word):
            continue
        start = word.start
        if spans and not question.text[spans[-1].end : word.start].strip():
            start = spans.pop().start
        spans.append(Span(start, word.end, question.text[start : word.end]))
    return spans
