"""Operators: a chapter's chunks → annotations, a chunk → what it says.

An Operator does not read the graph. `annotate` reads a whole chapter and only adds annotations to its chunks;
`extract` turns one annotated chunk into mentions and claims.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

from gsw_graph.extract.local import LocalOperator
from gsw_graph.records import Chapter, Chunk, Extraction

__all__ = ["OPERATORS", "LocalOperator", "Operator"]


class Operator(Protocol):
    """Turns text into mentions and claims."""

    name: str
    """Its name with its version; goes into each log key."""

    def annotate(self, chapter: Chapter, chunks: Sequence[Chunk]) -> list[Chunk]:
        """Return the same chunks with annotations and scenes.

        Args:
            chapter: The chapter.
            chunks: Its chunks, in order.
        """
        ...

    def extract(self, chunk: Chunk) -> Extraction:
        """Return what one annotated chunk says.

        Args:
            chunk: The chunk.
        """
        ...


OPERATORS: dict[str, Callable[[], Operator]] = {"local": LocalOperator}
"""Operators that need nothing but this package, by name."""
