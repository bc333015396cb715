"""The part of a question that asks, without what leads up to it and what is said about the answer's form."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from gsw_graph.answer.vocabulary import REQUESTS
from gsw_graph.extract.words import phrases, words

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

_ASIDE = phrases("without | rather than | instead of | regardless of | not | with no | with nothing")
"""What opens a part of the sentence that says what is not asked for."""
_RIDER = re.compile(
    r"\b(?:no (?:need|call|necessity|further)|not (?:necessary|required|needed|interested)|need not|don'?t|do not"
    r"|(?:leave|leaving) (?:out|aside)|skip|omit|exclude|ignore|will do|(?:is|are) (?:enough|sufficient)|suffices?"
    r"|(?:include|mention) (?:any|every)\w* (?:other|one|for|who)\w*|each .{0,20}only once|without repeat\w+"
    r"|all the names you can|that applies)\b",
    re.IGNORECASE,
)
"""What says of an answer what it should be like."""
_PARTED = words("; — –")
_TURNING = words("could can would will what which who whom whose where when how please tell name list give say")
"""What begins a question after a colon."""
_BEFORE_REQUEST = words("please kindly , : ;")


def is_request(token: "Token") -> bool:
    """Say whether a word asks somebody to answer: "Name …", "please give …", "could you say …".

    Args:
        token: A word of a question.
    """
    if token.lemma_.lower() not in REQUESTS and token.lower_ not in REQUESTS:
        return False
    opens = token.is_sent_start or (token.i > 0 and token.nbor(-1).lower_ in {"please", "kindly", ",", "me", "us"})
    spoken = any(child.dep_ == "nsubj" and child.lower_ in {"you", "i", "we"} for child in token.children)
    return opens or spoken or (token.pos_ == "VERB" and token.dep_ in {"ROOT", "conj", "xcomp"} and token.tag_ == "VB")


def parts(doc: "Doc") -> "list[Span]":
    """Return the sentences of a question, parted at semicolons, without those that only say what form the answer takes.

    Args:
        doc: The question, parsed.
    """
    found = []
    for sentence in doc.sents:
        start = sentence.start
        for token in sentence:
            turns = token.text == ":" and token.i + 1 < sentence.end and token.nbor().lower_ in _TURNING
            if (token.text in _PARTED or turns) and token.i > start:
                found.append(doc[start : token.i])
                start = token.i + 1
        if start < sentence.end:
            found.append(doc[start : sentence.end])
    asking = [part for part in found if not _RIDER.search(part.text) or _asks_too(part)]
    return asking or found


def _asks_too(part: "Span") -> bool:
    """Say whether a part asks something before it says of the answer what it should be like."""
    rider = _RIDER.search(part.text)
    before = part.text[: rider.start()] if rider else part.text
    return len(before.split()) > 5


def asked(part: "Span") -> Iterable["Token"]:
    """Yield the words that say what is asked for: from the last request on, and without asides.

    Args:
        part: A sentence or part of one.
    """
    start = 0
    for index, token in enumerate(part):
        if index and token.lower_ in REQUESTS and _introduces(token) and _follows(token):
            start = index
    if is_aside(part[0]):
        start = next((index + 1 for index, token in enumerate(part) if token.text == ","), 0)
    for index, token in enumerate(part):
        if index > start and is_aside(token):
            return
        if index >= start:
            yield token


def _follows(token: "Token") -> bool:
    """Say whether a request follows on something that leads up to it: "for 3 May, please name …", "… and list …"."""
    before = token.nbor(-1).lower_
    return before == "and" or (before in _BEFORE_REQUEST and token.pos_ == "VERB")


def _introduces(token: "Token") -> bool:
    """Say whether a verb is followed by what it asks for."""
    following = token.nbor() if token.i + 1 < len(token.doc) else None
    return following is not None and following.pos_ in {"DET", "PRON", "ADV", "SCONJ", "ADJ"}


def is_aside(token: "Token") -> bool:
    """Say whether a word opens a part of the sentence that says what is not asked for.

    Args:
        token: A word of a question.
    """
    text = f"{token.lower_} {token.nbor().lower_}" if token.i + 1 < len(token.doc) else token.lower_
    return text in _ASIDE or token.lower_ in _ASIDE
