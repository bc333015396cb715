"""What a question asks for and what it names, before the graph is looked at."""

import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from gsw_graph.answer.asking import is_request
from gsw_graph.answer.vocabulary import GENERIC, PRESENCE, THINGS, Want, names_occasion
from gsw_graph.answer.wants import read_want
from gsw_graph.dates import find_dates, resolve
from gsw_graph.language import pipeline
from gsw_graph.names import fold
from gsw_graph.records import DateValue

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

Order = Literal["", "latest", "first", "chronological"]
LONGEST_NAME = 8
"""Words of the longest name that is looked for."""
_IN_ORDER = re.compile(
    r"\b(chronological(?:ly)?|^chronicle|in (?:\w+ )?order\b(?! to\b)|order of (?:time|date)|ordered|(?:in )?sequence"
    r"|successively|from (?:the )?(?:earliest|first|oldest)|(?:earliest|oldest|first|1st) first"
    r"|(?:earliest|oldest|first|1st) (?:to|2|thru|through) (?:the )?\w+"
    r"|over time|in turn|one after (?:the other|another)|as they came|ascending|by age|itinerary|retrace"
    r"|sorted|(?:by|sort by) (?:date|time)|time[- ]sorted|time ?line|(?:latest|newest|most recent) last"
    r"|earliest to|starting with the earliest|first,? (?:what )?(?:second|next|then))\b",
    re.IGNORECASE,
)
_TIMELINE = re.compile(
    r"\b(?:in|of|on|to|by|within|from) (?:the|its|this)? ?(?:story'?s? )?(?:chronological )?time ?line\b"
    r"|\bstory'?s? (?:chronological )?time ?line\b|\bstory'?s? chronology\b",
    re.IGNORECASE,
)
"""A time line that is only talked about: "in the story's timeline"."""
_LATEST = re.compile(
    r"\b(latest|last|lately|most recent(?:ly)?|how recently|final(?:ly)?|newest|freshest|closing|most up to date"
    r"|up[- ]to[- ]date|as of the end|trail of .{1,60} end)\b",
    re.IGNORECASE,
)
_FIRST = re.compile(r"\b(first|earliest|oldest|initial(?:ly)?)\b(?! (?:name|names|week|half|days)\b)", re.IGNORECASE)
_CHAT = {
    "whr": "where",
    "wen": "when",
    "wat": "what",
    "wot": "what",
    "woz": "was",
    "wats": "what is",
    "whats": "what is",
}
_CHAT |= {"pls": "please", "plz": "please", "u": "you", "hav": "have", "where2": "where", "@": "at"}
"""How some write what others spell out."""
_PART_OF_DAY = re.compile(r"(?:Night|Evening|Morning|Afternoon|Day) on (?=\S)")


class Span(NamedTuple):
    """Some words of a question."""

    start: int
    end: int
    text: str


class Question(NamedTuple):
    """A question, read."""

    text: str
    want: Want
    main_only: bool
    """Whether only the main person of each passage is asked for ("protagonists")."""
    counted: bool
    """Whether it asks how many there are."""
    negated: bool
    """Whether it asks for what is not or did not happen."""
    order: Order
    asking: tuple[int, int]
    """First character of the sentence that asks, and the one after its last: others lead up to it."""
    dates: list[tuple[Span, DateValue]]
    grams: dict[str, list[Span]]
    """Runs of words that may be a name, by folded form."""
    doc: "Doc"


def read_question(text: str) -> Question:
    """Read a question.

    Args:
        text: A question in English.
    """
    text = _spelled_out(text.capitalize() if text.isupper() else text)
    doc = pipeline()(text)
    dates = []
    for found in find_dates(text):
        span = _undated(text, Span(found.start, found.end, found.phrase))
        value = resolve(span.text)
        if value is not None and value.edtf:
            dates.append((span, value))
    asked = read_want(doc)
    negated = any(
        token.dep_ == "neg" and (token.head.dep_ == "ROOT" or token.head.lower_ == "longer") for token in asked.sentence
    )
    order = _order(_without(text, dates)) or _now(asked.sentence.root, asked.want)
    asking = (asked.sentence.start_char, asked.sentence.end_char)
    return Question(text, asked.want, asked.main_only, asked.counted, negated, order, asking, dates, _grams(doc), doc)


def _spelled_out(text: str) -> str:
    """Return a question with the usual spelling of what is written short in messages."""
    parted = (
        re.sub(r"\s*(?:\||;(?=\S|\s+[A-Z\d]))\s*", ", ", text)
        .replace("_", " ")
        .replace("=", " ")
        .replace("ine-up", "ineup")
    )
    return re.sub(r"(?<!\S)(?:[a-zA-Z]\w*/?|@)(?!\w)", lambda m: _CHAT.get(m.group().lower(), m.group()), parted)


def _undated(text: str, span: Span) -> Span:
    """Return a date without the last word of a name before it: "Quiz Night on 3 May" is no night."""
    part = _PART_OF_DAY.match(span.text)
    before = text[: span.start].split()
    if part is None or not before or not before[-1][:1].isupper():
        return span
    return Span(span.start + part.end(), span.end, span.text[part.end() :])


def _without(text: str, dates: list[tuple[Span, DateValue]]) -> str:
    """Return a question without its dates, so that "the last week of May" asks for no last thing."""
    for span, _ in reversed(dates):
        text = f"{text[: span.start]} {text[span.end :]}"
    return text


def _order(text: str) -> Order:
    """Return the order in story time that is asked for."""
    if _IN_ORDER.search(_TIMELINE.sub(" ", text.replace("chronologically speaking", " "))):
        return "chronological"
    if _LATEST.search(text):
        return "latest"
    return "first" if _FIRST.search(text) else ""


def _now(root: "Token", want: Want) -> Order:
    """Return that the latest is asked for by "where is Ann Lee", as against "where is the fair"."""
    subject = next((child for child in root.children if child.dep_ == "nsubj"), None)
    named = subject is not None and subject.pos_ == "PROPN" and not names_occasion(subject.text)
    asks = any(child.lower_ == "where" for child in root.children)
    return "latest" if want == "place" and root.lower_ in {"is", "'s"} and named and asks else ""


def is_generic(token: "Token") -> bool:
    """Say whether a word only talks about a memory, and not about what is in it."""
    if token.lemma_.lower() in THINGS:
        asked = any(child.lower_ in {"which", "what", "whose"} for child in token.children)
        phrase = f"{token.head.lemma_.lower()} {token.lemma_.lower()}"
        requested = token.dep_ == "dobj" and (is_request(token.head) or phrase in PRESENCE)
        if token.dep_ in {"compound", "nmod", "npadvmod"}:  # "a quiz evening for members", and "calendar entries"
            return is_generic(token.head)
        told = token.dep_ == "nsubj" and token.head.lemma_ != "be" and token.lemma_.lower() == "book"
        return asked or requested or told or token.dep_ not in {"nsubj", "nsubjpass", "dobj"}
    return token.is_stop or token.lemma_.lower() in GENERIC or token.lower_ in GENERIC


def _grams(doc: "Doc") -> dict[str, list[Span]]:
    """Return all runs of words that may be a name, by folded form."""
    grams: dict[str, list[Span]] = {}
    for start in range(len(doc)):
        for end in range(start + 1, min(len(doc), start + LONGEST_NAME) + 1):
            span = doc[start:end]
            folded = fold(span.text)
            trivial = all(is_generic(token) for token in span) or len(folded) < 2
            if span[0].is_punct or span[-1].is_punct or trivial or not re.search(r"\w", folded):
                continue
            grams.setdefault(folded, []).append(Span(span.start_char, span.end_char, span.text))
    return grams
