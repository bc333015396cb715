"""What a question says beyond names and dates."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from gsw_graph.answer.question import GENERIC, Question, Span

if TYPE_CHECKING:
    from spacy.tokens import Token


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
    free = [
        token
        for token in question.doc
        if not any(s.start < token.idx + len(token) and token.idx < s.end for s in covered)
    ]
    capitals = _runs([t for t in free if t.is_title or t.is_upper], question, keep=_is_capital)
    if capitals:
        return capitals
    return _runs(free, question, keep=_is_content)


def _is_capital(token: "Token") -> bool:
    """Say whether a capital letter here means a name: not at the start of a sentence."""
    return token.is_alpha and not token.is_sent_start and not token.is_stop


def _is_content(token: "Token") -> bool:
    """Say whether a word says something about the matter."""
    return (
        token.pos_ in {"NOUN", "PROPN", "VERB", "ADJ", "NUM"}
        and not token.is_stop
        and token.lemma_.lower() not in GENERIC
        and len(token) > 2
    )


def _runs(tokens: "list[Token]", question: Question, keep: "Callable[[Token], bool]") -> list[Span]:
    """Join neighbouring kept tokens to phrases."""
    runs: list[list[Token]] = []
    for token in tokens:
        if not keep(token):
            continue
        if runs and runs[-1][-1].i == token.i - 1:
            runs[-1].append(token)
        else:
            runs.append([token])
    spans = []
    for run in runs:
        start, end = run[0].idx, run[-1].idx + len(run[-1])
        spans.append(Span(start, end, question.text[start:end]))
    return spans
