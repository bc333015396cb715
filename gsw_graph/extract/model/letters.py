"""The letters that stand for a passage's actors and verbs while places and times are asked for."""

from collections.abc import Sequence
from difflib import SequenceMatcher
from os.path import commonprefix
from string import ascii_uppercase
from typing import NamedTuple

from gsw_graph.extract.model.claims import Claims
from gsw_graph.names import fold
from gsw_graph.records import Claim, Mention, Quote

_NO_ACTORS = frozenset({"place", "date"})
_PREFIX = 3
"""Letters with which a regular form of a verb begins like its base form."""
_LIKE = 0.5
"""How alike an irregular form is to it at least."""


class Lettered(NamedTuple):
    """An actor or verb with the place of its letter."""

    position: int
    """The character of the chunk after which the letter stands."""
    mentions: tuple[str, ...]
    """An actor's mentions of which something is said; none for a verb."""
    claim: str
    """A verb's claim; "" for an actor."""


def lettered(claims: Claims) -> dict[str, Lettered]:
    """Return the actors and verbs of a passage by letter, in the order of the text: A to Z, then AA, AB and so on.

    Args:
        claims: What was said of it, without places and times.
    """
    meant = {one.target for claim in claims.records for one in claim.about}
    groups: dict[str, list[Mention]] = {}
    for mention in claims.mentions.records:
        if mention.kind not in _NO_ACTORS:
            groups.setdefault(fold(mention.name), []).append(mention)
    found = [
        Lettered(min(one.quote.end for one in group), tuple(one.id for one in group if one.id in meant), "")
        for group in groups.values()
        if any(one.id in meant for one in group)
    ]
    mentioned = [one.quote for one in claims.mentions.records]
    found += [Lettered(_verb_end(one, mentioned), (), one.id) for one in claims.records if one.kind == "verb"]
    found.sort(key=lambda one: one.position)
    return {_letter(number): one for number, one in enumerate(found)}


def _letter(number: int) -> str:
    rest, last = divmod(number, len(ascii_uppercase))
    return (_letter(rest - 1) if rest else "") + ascii_uppercase[last]


def _verb_end(claim: Claim, mentioned: Sequence[Quote]) -> int:
    """Return where the verb itself ends in its quote: the word most like its base form, or else the first one.

    Words that mean somebody or something are no verb: "was" is, in "Her aunt was there".
    """
    base, quote = claim.label.split()[0], claim.quote
    words = [(quote.start + start, quote.start + end) for start, end in _words(quote.text)]
    free = [word for word in words if not any(one.start < word[1] and word[0] < one.end for one in mentioned)]
    words = free or words or [(quote.start, quote.end)]
    return max(words, key=lambda word: (_likeness(base, _part(quote, *word).lower()), -word[0]))[1]


def _likeness(base: str, word: str) -> int:
    """Return how much a word looks like a form of a verb: 2 for "asked" of "ask", 1 for "hung" of "hang", else 0."""
    same = len(commonprefix([base, word]))
    if same >= min(len(base), _PREFIX):
        return 2
    return int(same > 0 and len(word) >= len(base) - 1 and SequenceMatcher(None, base, word).ratio() >= _LIKE)


def _part(quote: Quote, start: int, end: int) -> str:
    return quote.text[start - quote.start : end - quote.start]


def _words(text: str) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    for position, character in enumerate(text):
        if character.isalnum():
            if spans and spans[-1][1] == position:
                spans[-1] = (spans[-1][0], position + 1)
            else:
                spans.append((position, position + 1))
    return spans
