"""What the server has done: who asked, what was paid for, how many tokens."""

import hashlib
import json
from collections import Counter, deque
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from gsw_graph.language import count_tokens
from model_server.answers import Request, schema_of

_PER_MESSAGE, _PER_REPLY = 3, 3
"""Tokens that the chat format adds for each message, and for the reply's beginning."""
_KEPT = 1000

tokens_of = lru_cache(maxsize=4096)(count_tokens)


def request_hash(request: Request) -> str:
    """Return a hash of a request's body: the same for two sendings of one input."""
    return hashlib.sha256(json.dumps(request, sort_keys=True).encode()).hexdigest()[:24]


def prompt_tokens(request: Request) -> int:
    """Return the o200k tokens of messages and schema."""
    count = _PER_REPLY
    for message in request.get("messages", ()):
        content = message.get("content") or ""
        texts = [content] if isinstance(content, str) else [part.get("text", "") for part in content]
        count += _PER_MESSAGE + tokens_of(str(message.get("role"))) + sum(map(tokens_of, texts))
    if schema := schema_of(request):
        count += tokens_of(json.dumps(schema, separators=(",", ":")))
    return count


def usage(request: Request, text: str, cached: int) -> dict[str, Any]:
    """Return the usage block of a completion."""
    before, after = prompt_tokens(request), tokens_of(text)
    return {
        "prompt_tokens": before,
        "completion_tokens": after,
        "total_tokens": before + after,
        "prompt_tokens_details": {"cached_tokens": min(cached, before), "audio_tokens": 0},
        "completion_tokens_details": {"reasoning_tokens": 0},
    }


def cached_prefix(least: int = 1024, step: int = 128) -> Callable[[Request], int]:
    """Return a counter of cached tokens: the first message, once seen, from `least` tokens on, in steps."""
    seen: set[tuple[str, str]] = set()

    def cached(request: Request) -> int:
        first = str(request["messages"][0].get("content"))
        known = (str(request.get("model")), first) in seen
        seen.add((str(request.get("model")), first))
        count = tokens_of(first)
        return count // step * step if known and count >= least else 0

    return cached


class Work:
    """Counters of one server.

    Args:
        inputs: From a request to the inputs in it; the hash of its body if not given.
    """

    def __init__(self, inputs: Callable[[Request], Iterable[str]] | None = None) -> None:
        self._inputs = inputs or (lambda request: [request_hash(request)])
        self.reset()

    def reset(self) -> None:
        """Begin to count anew."""
        self.requests: Counter[str] = Counter()
        self.paid: Counter[str] = Counter()
        self.lost: Counter[str] = Counter()
        self.statuses: Counter[str] = Counter()
        self.tokens: Counter[str] = Counter()
        self.attempts: Counter[str] = Counter()
        self.bodies: deque[Request] = deque(maxlen=_KEPT)
        self.now = self.most_at_once = 0

    def received(self, path: str, request: Request) -> int:
        """Count a request, and return its how-manieth sending it is."""
        self.requests.update(self._inputs(request))
        self.bodies.append(request)
        name = f"{path} {request_hash(request)}"
        self.attempts[name] += 1
        return self.attempts[name]

    def answered(self, request: Request, block: dict[str, Any], *, there: bool) -> None:
        """Count a complete answer: as paid if the client was there for it, else as lost."""
        (self.paid if there else self.lost).update(self._inputs(request))
        self.tokens["in"] += block["prompt_tokens"]
        self.tokens["cached"] += (block.get("prompt_tokens_details") or {}).get("cached_tokens", 0)
        self.tokens["out"] += block.get("completion_tokens", 0)

    def gone(self, request: Request) -> None:
        """Take back a payment: the client was gone before it can have read the answer."""
        self.paid.subtract(self._inputs(request))
        self.lost.update(self._inputs(request))

    def stats(self) -> dict[str, Any]:
        """Return the counts as JSON can hold them."""
        return {
            "requests": dict(self.requests),
            "paid": dict(self.paid),
            "lost": dict(self.lost),
            "statuses": dict(self.statuses),
            "tokens": dict(self.tokens),
            "most_at_once": self.most_at_once,
        }
