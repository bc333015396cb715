"""Models behind an endpoint that answers `/v1/embeddings`."""

import os
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from gsw_graph.embed.vectors import Vectors, normalised
from gsw_graph.errors import ConfigError


class HostedEmbedder:
    """Any endpoint that answers `/v1/embeddings` as OpenAI's does.

    Args:
        model: Its name there.
        base_url: Where; OPENAI_BASE_URL or OpenAI itself if not given.
        api_key: The key; OPENAI_API_KEY if not given. A server of one's own needs none.
        batch: Texts in one request.
    """

    def __init__(
        self, model: str, *, base_url: str | None = None, api_key: str | None = None, batch: int = 128
    ) -> None:
        if not model:
            raise ConfigError("A hosted embedder needs a model.", hint="hosted:MODEL")
        self.name = f"hosted:{model}"
        self.model = model
        self.batch = batch
        base_url = base_url or os.environ.get("OPENAI_BASE_URL")
        api_key = api_key or os.environ.get("OPENAI_API_KEY")
        if not api_key and not base_url:
            raise ConfigError(
                f"The embedder {self.name!r} needs a key.",
                hint="set OPENAI_API_KEY, or a base URL of a server that needs none",
            )
        self._base_url = base_url
        self._api_key = api_key or "none"

    @cached_property
    def dimension(self) -> int:
        """Return the length of each vector, which costs one request."""
        return int(self.embed(["dimension"]).shape[1])

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one vector for each text, in order.

        Args:
            texts: Passages, names or phrases.

        Raises:
            ConfigError: If the endpoint cannot be reached, refuses, or answers with something else.
        """
        if not texts:
            return np.empty((0, self.dimension), np.float32)
        parts = [self._ask(texts[at : at + self.batch]) for at in range(0, len(texts), self.batch)]
        return normalised(np.concatenate(parts))

    def embed_query(self, text: str) -> Vectors:
        """Return the vector of a question.

        Args:
            text: The question.
        """
        vector: Vectors = self.embed([text])[0]
        return vector

    @cached_property
    def _client(self) -> Any:
        import openai

        return openai.OpenAI(api_key=self._api_key, base_url=self._base_url)

    def _ask(self, texts: Sequence[str]) -> Vectors:
        import openai

        try:
            # Endpoints refuse empty texts.
            reply = self._client.embeddings.create(
                model=self.model, input=[text or " " for text in texts], encoding_format="float"
            )
        except openai.APIStatusError as error:
            raise ConfigError(
                f"The endpoint of {self.name!r} refused ({error.status_code}).",
                hint="check the model's name, the base URL and the key",
            ) from None  # the cause's text may quote the key
        except openai.APIError as error:
            raise ConfigError(
                f"The endpoint of {self.name!r} cannot be reached ({type(error).__name__}).",
                hint="check the base URL and the network, or use a built-in model",
            ) from None
        rows = [item.embedding for item in sorted(reply.data or [], key=lambda item: item.index)]
        if len(rows) != len(texts) or len({len(row) for row in rows}) != 1 or not np.isfinite(rows).all():
            raise ConfigError(
                f"The endpoint of {self.name!r} answered {len(texts)} texts with {len(rows)} usable vectors.",
                hint="check that the model is one for embeddings",
            )
        return np.array(rows, np.float32)
