"""Models behind an endpoint that answers `/v1/embeddings`."""

import os
import time
from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from gsw_graph.embed.vectors import Vectors, normalised
from gsw_graph.errors import ConfigError
from gsw_graph.language import count_tokens

TRIES, FIRST_TRIES = 6, 1
"""How often a request is sent again that met a limit, a fault or a broken connection; and before any was answered."""


class EmbeddingCall(NamedTuple):
    """One request for vectors, for the ledger."""

    tokens: int
    seconds: float
    reason: str
    """Why it failed; "" if it did not."""


class HostedEmbedder:
    """Any endpoint that answers `/v1/embeddings` as OpenAI's does.

    Its name holds the address, unless that is OpenAI's own: who remembers the name sends texts nowhere else.

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
        base_url = base_url or os.environ.get("OPENAI_BASE_URL")
        self.name = f"hosted:{model}@{base_url}" if base_url else f"hosted:{model}"
        self.model = model
        self.batch = batch
        self._answered = False
        self.calls: list[EmbeddingCall] = []
        """What was asked since somebody last took them."""
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

        return openai.OpenAI(api_key=self._api_key, base_url=self._base_url, max_retries=FIRST_TRIES)

    def _ask(self, texts: Sequence[str]) -> Vectors:
        import openai

        started = time.monotonic()
        try:
            # Endpoints refuse empty texts.
            client = self._client.with_options(max_retries=TRIES) if self._answered else self._client
            reply = client.embeddings.create(
                model=self.model, input=[text or " " for text in texts], encoding_format="float"
            )
        except openai.APIStatusError as error:
            self._count(0, started, f"refused ({error.status_code})")
            raise ConfigError(
                f"The endpoint of {self.name!r} refused ({error.status_code}).",
                hint="check the model's name, the base URL and the key",
            ) from None  # the cause's text may quote the key
        except openai.APIError as error:
            self._count(0, started, type(error).__name__)
            raise ConfigError(
                f"The endpoint of {self.name!r} cannot be reached ({type(error).__name__}).",
                hint="check the base URL and the network, or use a built-in model",
            ) from None
        self._count(reply.usage.total_tokens if reply.usage else sum(map(count_tokens, texts)), started)
        self._answered = True
        rows = [item.embedding for item in sorted(reply.data or [], key=lambda item: item.index)]
        if len(rows) != len(texts) or len({len(row) for row in rows}) != 1 or not np.isfinite(rows).all():
            raise ConfigError(
                f"The endpoint of {self.name!r} answered {len(texts)} texts with {len(rows)} usable vectors.",
                hint="check that the model is one for embeddings",
            )
        return np.array(rows, np.float32)

    def take_calls(self) -> list[EmbeddingCall]:
        """Return the requests since this was last asked, each one once."""
        taken, self.calls = self.calls, []
        return taken

    def _count(self, tokens: int, started: float, reason: str = "") -> None:
        self.calls.append(EmbeddingCall(tokens, round(time.monotonic() - started, 3), reason))
