"""The part of a question that asks, without what leads up to it and what is said about the answer's form."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from gsw_graph.answer.vocabulary import REQUESTS, WANTED
from gsw_graph.extract.words import phrases, words

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

_ASIDE = phrases(
    """without | rather than | instead of | regardless of | not | with no | with nothing | omitting | leaving
    | excluding | confining | but refrain | and nothing"""
)
"""What opens a part of the sentence that says what is not asked for."""
_FORM = re.compile(
    r"^(?:please )?(?:order|sort|arrange|rank|put) (?:them|it|these|those|the (?:list|results?|answers?))\b"
    r"|\b(?:will do|make sure|that applies|(?:is|are) (?:enough|sufficient|all I ask)|suffices?|each .{0,20}only once"
    r"|without repeat\w+|all the names you can|(?:include|mention) (?:them|any|every)\w*|none is left out)\b",
    re.IGNORECASE,
)
"""What says of an answer what it should be like."""
_LEAVING = re.compile(
    r"\b(?:not|no|never|needless|dispensed|unmentioned|without|leave|leaving|left out|aside|skip|omit\w*|exclud\w+"
    r"|ignore|disregard|immaterial|refrain|abstain|passed over|pass over|undescribed|do not|unnecessary)\b|n't\b",
    re.IGNORECASE,
)
_TELLING = re.compile(
    r"\b(?:describ\w+|undescribed|descriptions?|summar\w+|recount\w*|explain\w*|explanations?|details?|particulars"
    r"|plot|information|facts|course|did|done|abstracts?|synopsis|contents?|substance|relat\w+|outline|report|notes?"
    r"|events?|happen\w*|went|goes on|ensued)\b",
    re.IGNORECASE,
)
"""What says of an answer what it should leave out."""
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
    if token.tag_ == "VBG":
        return False  # "thinking of the fair, who …" leads up to what is asked
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
    asking = [part for part in found if not _is_rider(part)]
    return asking or found


def _is_rider(part: "Span") -> bool:
    """Say whether a part asks nothing, and only says what the answer should be like or leave out."""
    if _FORM.search(part.text):
        return True
    leaving, telling = _LEAVING.search(part.text), _TELLING.search(part.text)
    if leaving is None or telling is None:
        return False
    end = part.start_char + min(leaving.start(), telling.start())
    requested = any(is_request(token) and not _TELLING.match(token.text) for token in part if token.idx > end)
    return not requested and not any(_asks(token) for token in part if token.idx < end)


def _asks(token: "Token") -> bool:
    """Say whether a word asks for something: a question word, a request, or what may be asked for."""
    polite = token.lower_ in {"please", "kindly"}
    wanted = any(token.lemma_.lower() in WANTED[kind] for kind in ("actor", "place", "date"))
    return (
        token.lower_ in _TURNING - {"can", "could", "will", "would", "please"}
        or wanted
        or (is_request(token) and not polite)
    )


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
    aside = False
    for index, token in enumerate(part):
        aside = (aside and token.text != ",") or (index > start and is_aside(token))
        if index >= start and not aside:
            yield token


def _follows(token: "Token") -> bool:
    """Say whether a request follows on something that leads up to it: "for 3 May, please name …", "… and list …"."""
    before = token.nbor(-1).lower_
    return before in {"and", "then"} or (before in _BEFORE_REQUEST and token.pos_ == "VERB")


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
