"""What every Operator does, and what one whose reading takes long does besides."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import NamedTuple

from gsw_graph.records import Chapter, Chunk, Extraction


class Window(NamedTuple):
    """Chunks of one chapter that are annotated together."""

    chapter: Chapter
    chunks: Sequence[Chunk]


class Operator(ABC):
    """Turns text into mentions and claims; does not read the graph."""

    name: str
    """Its name with its version or model; goes into each log key."""
    documents_ahead: int = 1
    """How many documents it annotates side by side; 1 where reading is computing."""
    chunks_ahead: int = 0
    """How many chunks it begins with before the first of them is asked for."""

    @abstractmethod
    def annotate(self, chapter: Chapter, chunks: Sequence[Chunk]) -> list[Chunk]:
        """Return the same chunks with annotations and scenes.

        Args:
            chapter: The chapter.
            chunks: Its chunks, in order.
        """

    @abstractmethod
    def extract(self, chunk: Chunk) -> Extraction:
        """Return what one annotated chunk says.

        Args:
            chunk: The chunk.
        """

    def annotate_all(self, windows: Iterable[Window]) -> Iterator[list[Chunk]]:
        """Yield the annotated chunks of each window, in order.

        Args:
            windows: Parts of chapters.
        """
        return (self.annotate(window.chapter, window.chunks) for window in windows)

    def begin(self, chunks: Sequence[Chunk]) -> None:  # noqa: B027 - most Operators have nothing to begin
        """Learn that chunks will be asked for soon, in this order; whoever waits for others begins with them now.

        Args:
            chunks: Annotated chunks.
        """

    def working(self) -> AbstractContextManager[None]:
        """Return the context in which texts are read; whoever asks others has its threads there."""
        return nullcontext()
