"""Models of the sentence-transformers package, an extra."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from gsw_graph.embed.vectors import Vectors, normalised
from gsw_graph.errors import ConfigError


class SentenceTransformersEmbedder:
    """Any model that the sentence-transformers package knows (an extra: it brings PyTorch).

    Args:
        model: Its name or folder.
    """

    def __init__(self, model: str) -> None:
        if not model:
            raise ConfigError("This embedder needs a model.", hint="sentence-transformers:MODEL")
        self.name = f"sentence-transformers:{model}"
        self.model = model

    @property
    def dimension(self) -> int:
        """Return the length of each vector."""
        return int(self._loaded.get_sentence_embedding_dimension())

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one vector for each text, in order.

        Args:
            texts: Passages, names or phrases.
        """
        if not texts:
            return np.empty((0, self.dimension), np.float32)
        return normalised(np.asarray(self._loaded.encode_document(list(texts)), np.float32))

    def embed_query(self, text: str) -> Vectors:
        """Return the vector of a question.

        Args:
            text: The question.
        """
        return normalised(np.asarray(self._loaded.encode_query([text]), np.float32)[0])

    @cached_property
    def _loaded(self) -> Any:
        try:
            from sentence_transformers import SentenceTransformer
        except ImportError as error:
            raise ConfigError(
                f"The embedder {self.name!r} needs the package sentence-transformers.",
                hint="pip install 'gsw-graph[sentence-transformers]'",
            ) from error
        return SentenceTransformer(self.model)
