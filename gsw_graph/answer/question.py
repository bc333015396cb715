"""What a question asks for and what it names, before the graph is looked at."""

import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from gsw_graph.dates import find_dates, resolve
from gsw_graph.language import pipeline
from gsw_graph.names import fold
from gsw_graph.records import DateValue

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

Want = Literal["actor", "place", "date", "event", "identity", "yes_no", "reason"]
Order = Literal["", "latest", "first", "chronological"]
LONGEST_NAME = 8
"""Words of the longest name that is looked for."""

_WANTED: dict[Want, frozenset[str]] = {
    "actor": frozenset(
        [
            "person",
            "people",
            "protagonist",
            "character",
            "individual",
            "participant",
            "actor",
            "name",
            "figure",
            "man",
            "woman",
        ]
    ),
    "place": frozenset(["place", "location", "venue", "site", "spot", "setting"]),
    "date": frozenset(["date", "day", "time", "year", "month", "moment"]),
    "event": frozenset(["event", "activity", "action", "thing", "happening", "occasion", "deed"]),
    "identity": frozenset(["role", "state", "job", "post", "rank", "position", "title", "occupation", "condition"]),
}
_REQUESTS = frozenset(
    [
        "list",
        "provide",
        "give",
        "name",
        "enumerate",
        "tell",
        "identify",
        "state",
        "mention",
        "show",
        "report",
        "specify",
        "return",
    ]
)
_MAIN = frozenset({"protagonist", "hero", "heroine"})
META_VERBS = frozenset(
    "be do have happen occur involve mention describe relate attend visit appear gather participate stay".split()
)
"""Verbs by which a question names no event of its own, only that somebody was there."""
SIGHTINGS = frozenset({"see", "observe", "find", "notice"})
"""Verbs that do so in the passive: who "was seen" somewhere was there."""
GENERIC = frozenset(
    [
        "event",
        "thing",
        "something",
        "anything",
        "date",
        "day",
        "time",
        "place",
        "location",
        "person",
        "people",
        "character",
        "protagonist",
        "list",
        "story",
        "text",
        "document",
        "chapter",
        "moment",
        "occasion",
        "detail",
        "account",
        "description",
        "order",
        "timeline",
        "chronology",
        "information",
        "memory",
        "happen",
        "occur",
        "take",
        "involve",
        "relate",
        "mention",
        "describe",
        "list",
        "provide",
        "consider",
        "recall",
        "think",
        "reflect",
        "tell",
        "give",
        "be",
        "have",
        "do",
        "include",
        "concern",
        "regard",
        "experience",
        "know",
        "find",
        "see",
        "observe",
        "visit",
        "last",
        "first",
        "latest",
        "earliest",
        "recent",
        "most",
        "part",
        "role",
        "state",
        "else",
        "other",
        "one",
        "ones",
        "all",
        "any",
        "unique",
        "key",
    ]
)
"""Words by which one talks about a memory and not about what is in it."""
_LATEST = re.compile(r"\b(latest|last|most recent(?:ly)?|final)\b", re.IGNORECASE)
_FIRST = re.compile(r"\b(first|earliest)\b(?! (?:name|names)\b)", re.IGNORECASE)
_IN_ORDER = re.compile(r"\b(chronological(?:ly)?|in order|ordered|sequence|from earliest)\b", re.IGNORECASE)


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
    negated: bool
    """Whether it asks for what is not or did not happen."""
    order: Order
    dates: list[tuple[Span, DateValue]]
    grams: dict[str, list[Span]]
    """Runs of words that may be a name, by folded form."""
    doc: "Doc"


def read_question(text: str) -> Question:
    """Read a question.

    Args:
        text: A question in English.
    """
    doc = pipeline()(text)
    dates = []
    for found in find_dates(text):
        value = resolve(found.phrase)
        if value is not None and value.edtf:
            dates.append((Span(found.start, found.end, found.phrase), value))
    want = _want(doc)
    main_only = want == "actor" and any(token.lemma_.lower() in _MAIN for token in doc)
    negated = any(token.dep_ == "neg" and (token.head.dep_ == "ROOT" or token.head.lower_ == "longer") for token in doc)
    return Question(text, want, main_only, negated, _order(text), dates, _grams(doc), doc)


def _order(text: str) -> Order:
    """Return the order in story time that is asked for."""
    if _IN_ORDER.search(text):
        return "chronological"
    if _LATEST.search(text):
        return "latest"
    return "first" if _FIRST.search(text) else ""


def _want(doc: "Doc") -> Want:
    """Return what kind of thing is asked for."""
    for sentence in reversed(list(doc.sents)):
        words = list(sentence)
        for index, token in enumerate(words):
            if token.lower_ in {"who", "whom", "whose"} and not _is_relative(token):
                return "identity" if _asks_identity(token) else "actor"
            if token.lower_ == "where" and not _is_relative(token):
                return "place"
            if token.lower_ == "why" and not _is_relative(token):
                return "reason"
            if token.lower_ == "when" and not _is_relative(token):
                return "date"
            if token.lower_ in {"what", "which", "how"} and not _is_relative(token):
                return _wanted_noun(words[index + 1 :]) or "event"
            if token.lemma_.lower() in _REQUESTS and (index == 0 or token.pos_ == "VERB"):
                found = _wanted_noun(words[index + 1 :])
                if found:
                    return found
    first = doc[0]
    if all(token.pos_ not in {"VERB", "AUX"} for token in doc):
        return "identity"  # a name alone
    return "yes_no" if first.pos_ == "AUX" or first.lemma_ in {"be", "do", "have"} else "event"


def is_generic(token: "Token") -> bool:
    """Say whether a word only talks about a memory, and not about what is in it."""
    return token.is_stop or token.lemma_.lower() in GENERIC or token.lower_ in GENERIC


def _wanted_noun(words: "list[Token]") -> Want | None:
    """Return the kind that the first fitting noun names."""
    for token in words:
        noun = token.pos_ in {"NOUN", "PROPN"} or token.nbor(-1).pos_ == "DET"  # "all dates" is taken for a verb
        for want, nouns in _WANTED.items():
            if noun and token.lemma_.lower() in nouns:
                return want
    return None


def _is_relative(token: "Token") -> bool:
    """Say whether a question word opens a relative clause ("all dates when …")."""
    previous = token.nbor(-1) if token.i else None
    if previous is not None and previous.pos_ == "ADP":
        return not previous.is_sent_start  # "the dates on which"
    return previous is not None and previous.pos_ in {"NOUN", "PROPN", "PRON"} and not token.is_sent_start


def _asks_identity(token: "Token") -> bool:
    """Say whether "who is X" asks what X is, and not for somebody's name ("who was at X", "who is the mayor")."""
    head = token.head
    if head.lemma_ != "be":
        return False
    rest = [child for child in head.children if child.i != token.i and not child.is_punct]
    return len(rest) == 1 and rest[0].pos_ == "PROPN"


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
