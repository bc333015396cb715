"""Finding words in a text that were copied from it, more or less exactly."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from gsw_graph.records import Quote

_SAME = {
    **dict.fromkeys("‘’‚‛ʼ′`´", "'"),
    **dict.fromkeys("“”„‟«»″", '"'),
    **dict.fromkeys("‐‑‒–—―−", "-"),
    **dict.fromkeys("[{", "("),
    **dict.fromkeys("]}", ")"),
}
"""Characters that models write for one another, and what stands for both."""
_DROPPED = frozenset("*_\u00ad\u200b\u200c\u200d\u2060\ufeff")
"""Emphasis and characters without width."""
_MARK = re.compile(r"\s*\[[^\[\]]*\]")
_GAP = re.compile(r"\s*(?:…|\.\.\.)\s*")
_AROUND = " \t\n\"'.,;:!?()-…"


class Passage:
    """A text in which words are looked up.

    Args:
        text: The text.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._plain, self._at = _plain(text)

    def find(self, words: str, near: Quote | None = None) -> Quote | None:
        """Return where words stand, at the place nearest to another if there are several; None if nowhere.

        Exactly the same characters are preferred; else case, white space, kinds of quotation marks, dashes and
        brackets, emphasis, our own marks and punctuation around them count for nothing. "first … last" is all from
        the first to the last.

        Args:
            words: What to look for.
            near: What it should stand near to.
        """
        spans = self.spans(words)
        if not spans:
            return self._with_gap(words, near)
        return self.quote(*min(spans, key=lambda span: _distance(span, near)))

    def spans(self, words: str) -> list[tuple[int, int]]:
        """Return all places where words stand, in order.

        Args:
            words: What to look for.
        """
        words = words.strip()
        exact = [(one, one + len(words)) for one in _occurrences(self.text, words)]
        if exact:
            return exact
        for form in dict.fromkeys((words, _MARK.sub("", words), _MARK.sub("", words).strip(_AROUND))):
            plain = _plain(form)[0].strip()
            if found := [self._span(one, one + len(plain)) for one in _occurrences(self._plain, plain)]:
                return found
        return []

    def everywhere(self, words: str) -> list[tuple[int, int]]:
        """Return all places where words stand, in whatever case and spelling of quotation marks, in order.

        Args:
            words: What to look for.
        """
        plain = plain_form(words)
        return [self._span(one, one + len(plain)) for one in _occurrences(self._plain, plain)]

    def quote(self, start: int, end: int) -> Quote:
        """Return the quote of a span."""
        return Quote(start=start, end=end, text=self.text[start:end])

    def _span(self, first: int, last: int) -> tuple[int, int]:
        """Return the span of the text that a span of its plain form stands for."""
        return self._at[first], self._at[last - 1] + 1

    def _with_gap(self, words: str, near: Quote | None) -> Quote | None:
        """Return the span from some words to the next others, for a quote with an ellipsis."""
        first, *rest = [part for part in _GAP.split(words.strip()) if part] or [""]
        if not rest:
            return None
        pairs = [
            (start, end) for start, after in self.spans(first) for begin, end in self.spans(rest[-1]) if begin >= after
        ]
        return self.quote(*min(pairs, key=lambda span: (span[1] - span[0], _distance(span, near)))) if pairs else None


@lru_cache(maxsize=1024)
def passage_of(text: str) -> Passage:
    """Return the passage of a text; the same chunk is looked into for each of the calls about it.

    Args:
        text: The text.
    """
    return Passage(text)


def plain_form(text: str) -> str:
    """Return a text as it is compared: without case, kinds of quotation marks and the like.

    Args:
        text: The text.
    """
    return _plain(text)[0].strip()


def _plain(text: str) -> tuple[str, list[int]]:
    """Return the form of a text that is compared, and for each of its characters whose it is in the text."""
    plain: list[str] = []
    at: list[int] = []
    for position, character in enumerate(text):
        if character in _DROPPED:
            continue
        folded = (
            " " if character.isspace() else unicodedata.normalize("NFKC", _SAME.get(character, character)).casefold()
        )
        if folded == " " and plain and plain[-1] == " ":
            continue
        plain += folded
        at += [position] * len(folded)
    return "".join(plain), at


def _occurrences(text: str, words: str) -> Iterator[int]:
    """Yield where words stand in a text, not as a part of longer words; marks alone are no words."""
    position = text.find(words) if any(map(str.isalnum, words)) else -1
    while position >= 0:
        end = position + len(words)
        if not _glued(text[position - 1 : position + 1] if position else "") and not _glued(text[end - 1 : end + 1]):
            yield position
        position = text.find(words, position + 1)


def _glued(two: str) -> bool:
    """Say whether two characters belong to one word; scripts without case may write words without spaces."""
    return len(two) == 2 and all(one.isdigit() or one.lower() != one.upper() for one in two)


def _distance(span: tuple[int, int], near: Quote | None) -> tuple[int, int]:
    """Return how far a span is from another, and where it begins."""
    if near is None:
        return 0, span[0]
    return max(near.start - span[1], span[0] - near.end, 0), span[0]
