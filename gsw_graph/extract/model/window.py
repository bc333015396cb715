"""A window of a chapter: its chunks with their sentences, numbered from 1 through all of them."""

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from gsw_graph.extract.model.passage import passage_of
from gsw_graph.language import sentences
from gsw_graph.records import Chunk

MOST = 10**9
"""More than any offset."""


@lru_cache(maxsize=4096)
def sentences_of(text: str) -> tuple[tuple[int, int], ...]:
    """Return where the sentences of a chunk start and end, worked out once for showing and for reading it.

    Args:
        text: The chunk's text.
    """
    return tuple(sentences(text))


class Spot(NamedTuple):
    """A place in a window."""

    chunk: int
    """Position of the chunk in the window."""
    start: int
    """First character in that chunk."""
    end: int


class Window:
    """The chunks of a window.

    Args:
        chunks: Consecutive chunks of one chapter.
    """

    def __init__(self, chunks: Sequence[Chunk]) -> None:
        self.chunks = chunks
        self.passages = [passage_of(chunk.text) for chunk in chunks]
        self.sentences = [
            Spot(number, start, end) for number, chunk in enumerate(chunks) for start, end in sentences_of(chunk.text)
        ]

    def everywhere(self, words: str) -> list[Spot]:
        """Return all places where words stand, in whatever case.

        Args:
            words: What to look for.
        """
        return [
            Spot(number, start, end)
            for number, passage in enumerate(self.passages)
            for start, end in passage.everywhere(words)
        ]

    def sentence_of(self, spot: Spot) -> int:
        """Return the number of the sentence in which a place lies, from 1.

        Args:
            spot: The place.
        """
        return max(bisect_right(self.sentences, Spot(spot.chunk, spot.start, MOST)), 1)

    def text(self, spot: Spot) -> str:
        """Return the words at a place."""
        return self.chunks[spot.chunk].text[spot.start : spot.end]

    def distance(self, spot: Spot, sentence: int) -> tuple[int, Spot]:
        """Return how many sentences a place is from another, those before it counting more, and the place."""
        apart = self.sentence_of(spot) - sentence
        return (2 * apart if apart >= 0 else -3 * apart), spot
