"""Texts to vectors: built-in models that run here, and others by name."""

import re
from collections.abc import Callable

from gsw_graph.embed.hosted import HostedEmbedder
from gsw_graph.embed.onnx import DEFAULT_EMBEDDER, MODELS, OnnxEmbedder
from gsw_graph.embed.transformers import SentenceTransformersEmbedder
from gsw_graph.embed.vectors import Embedder, Vectors
from gsw_graph.errors import ConfigError

__all__ = [
    "DEFAULT_EMBEDDER",
    "EMBEDDERS",
    "MODELS",
    "Embedder",
    "HostedEmbedder",
    "OnnxEmbedder",
    "SentenceTransformersEmbedder",
    "Vectors",
    "make_embedder",
]

EMBEDDERS: dict[str, Callable[..., Embedder]] = {
    **dict.fromkeys(MODELS, OnnxEmbedder),
    "hosted": HostedEmbedder,
    "sentence-transformers": SentenceTransformersEmbedder,
}
"""Name, or what stands before the colon of one → what makes it."""


_ADDRESSED = re.compile(r"(.+)@(https?://[^@]+)")


def make_embedder(name: str = DEFAULT_EMBEDDER, *, base_url: str | None = None, api_key: str | None = None) -> Embedder:
    """Return an embedder by its exact name.

    Args:
        name: A built-in model, "hosted:MODEL", "hosted:MODEL@ADDRESS" or "sentence-transformers:MODEL".
        base_url: Where a hosted one is, if its name does not say.
        api_key: The key of a hosted one.

    Raises:
        ConfigError: If no embedder has this name.
    """
    kind, _, model = name.partition(":")
    if kind not in EMBEDDERS or (model and kind in MODELS):
        raise ConfigError(f"No embedder is named {name!r}.", hint=f"one of {', '.join(EMBEDDERS)}")
    if kind == "hosted":
        if match := _ADDRESSED.fullmatch(model):
            model, base_url = match.groups()
        return EMBEDDERS[kind](model, base_url=base_url, api_key=api_key)
    return EMBEDDERS[kind](name if kind in MODELS else model)
