"""What an embedder is, and the vectors that it makes."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
"""One row a text, each of length one."""


class Embedder(Protocol):
    """Turns texts into vectors whose dot product is their similarity."""

    name: str
    """The exact name of the model; vectors of two names are never compared. `make_embedder` takes it."""

    @property
    def dimension(self) -> int:
        """Return the length of each vector."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one vector for each text, in order.

        Args:
            texts: Passages, names or phrases.
        """

    def embed_query(self, text: str) -> Vectors:
        """Return the vector of a question that passages are looked up with: one dimension, not two.

        Args:
            text: The question.
        """


def normalised(vectors: Vectors) -> Vectors:
    """Return the vectors with length one; one of zeros stays as it is.

    Args:
        vectors: One, or one a row.
    """
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    result: Vectors = (vectors / np.where(lengths == 0, 1, lengths)).astype(np.float32)
    return result
