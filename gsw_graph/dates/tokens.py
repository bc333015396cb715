"""Tokens of a short stretch of text, as the grammar reads them."""

import re
from typing import NamedTuple

_TOKEN = re.compile(r"['’]s\b|[0-9]+|[^\W\d_]+|\S")
_DASHES = {"’": "'", "‘": "'", "–": "-", "—": "-", "‐": "-", "‑": "-"}
END = ""
"""What a position after the last token reads."""


class Token(NamedTuple):
    """A word, a number or one other character."""

    text: str
    low: str
    start: int
    end: int


class Tokens:
    """The tokens of `text[start:end]`, with offsets into the whole text.

    Args:
        text: The text.
        start: First character to read.
        end: One past the last.
    """

    def __init__(self, text: str, start: int = 0, end: int | None = None) -> None:
        self.text = text
        self.items = [_token(match) for match in _TOKEN.finditer(text, start, len(text) if end is None else end)]

    def __len__(self) -> int:
        """Return the number of tokens."""
        return len(self.items)

    def low(self, i: int) -> str:
        """Return the i-th token in lower case, or END outside."""
        return self.items[i].low if 0 <= i < len(self.items) else END

    def raw(self, i: int) -> str:
        """Return the i-th token as written, or END outside."""
        return self.items[i].text if 0 <= i < len(self.items) else END

    def digits(self, i: int, most: int = 7) -> str:
        """Return the i-th token if it is a number of at most that many figures, else END."""
        low = self.low(i)
        return low if len(low) <= most and low.isascii() and low.isdigit() else END

    def words(self, i: int, *options: str) -> int | None:
        """Return the position after the first of the phrases that stands at i, or None.

        Args:
            i: Position.
            *options: Phrases, words separated by one space, longer ones first.
        """
        low = self.low(i)
        for option in options:
            if not option.startswith(low) or not low:
                continue
            parts = option.split(" ")
            if all(self.low(i + n) == part for n, part in enumerate(parts)):
                return i + len(parts)
        return None

    def skip(self, i: int, *options: str) -> int:
        """Return the position after one of the phrases, or i if none stands there."""
        after = self.words(i, *options)
        return i if after is None else after

    def joined(self, i: int) -> bool:
        """Return whether nothing stands between token i - 1 and token i."""
        return 0 < i < len(self.items) and self.items[i].start == self.items[i - 1].end

    def at(self, offset: int) -> int | None:
        """Return the position of the first token that starts at an offset or later, or None."""
        return next((i for i, token in enumerate(self.items) if token.start >= offset), None)


def _token(match: re.Match[str]) -> Token:
    text = match[0]
    low = text.lower() if len(text) > 1 else _DASHES.get(text, text.lower())
    return Token(text, "'s" if low == "’s" else low, match.start(), match.end())
