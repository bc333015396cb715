"""Chat completions, embeddings and the list of models."""

import asyncio
import base64
import hashlib
import itertools
import json
import math
import struct
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from aiohttp import web

from model_server.answers import Answer, Request
from model_server.checks import refused
from model_server.faults import bad_request, no_model, server_error
from model_server.sending import is_there, send
from model_server.work import tokens_of, usage

if TYPE_CHECKING:
    from model_server.server import ModelServer

_DIMENSION = 384
_numbers = itertools.count(1)


class Models:
    """The routes that ask a model.

    Args:
        server: Its settings and counters.
    """

    def __init__(self, server: "ModelServer") -> None:
        self._server = server

    async def chat(self, request: web.Request) -> web.StreamResponse:
        """Answer POST /v1/chat/completions."""
        return await self._answered(request, self.complete)

    async def embeddings(self, request: web.Request) -> web.StreamResponse:
        """Answer POST /v1/embeddings."""
        return await self._answered(request, self._embed)

    async def models(self, request: web.Request) -> web.StreamResponse:
        """Answer GET /v1/models."""
        rows = [{"id": name, "object": "model", "created": 0, "owned_by": "test"} for name in self._server.models]
        return web.json_response({"object": "list", "data": rows})

    def complete(self, body: Request) -> tuple[Answer, dict[str, Any] | None]:
        """Return the answer to a chat request, and its usage if it is a completion."""
        server = self._server
        if wrong := self._no_model(body) or refused(body):
            return wrong, None
        try:
            answer = server.reply(body)
        except Exception as error:
            server.failures.append(error)
            return server_error(), None
        answer = Answer(answer) if isinstance(answer, str) else answer
        if answer.status != 200 or answer.body is not None or answer.drop:
            return answer, None
        cached = server.cached(body) if callable(server.cached) else server.cached
        return _completion(body, answer, cached if answer.cached is None else answer.cached)

    async def _answered(
        self, request: web.Request, answer_to: Callable[[Request], tuple[Answer, dict[str, Any] | None]]
    ) -> web.StreamResponse:
        server, work = self._server, self._server.work
        try:
            body = await request.json()
        except ValueError:
            return await send(request, bad_request("We could not parse the JSON body of your request."))
        attempt = work.received(request.path, body)
        work.now += 1
        work.most_at_once = max(work.most_at_once, work.now)
        try:
            answer, block = server.faults(request.path, body, attempt), None
            await asyncio.sleep(answer.delay if answer else 0)
            if answer is None or answer.usual:
                await asyncio.sleep(server.latency(body) if callable(server.latency) else server.latency)
                answer, block = answer_to(body)
                await asyncio.sleep(answer.delay)
            elif answer.status == 200 and answer.body is None and not answer.drop:
                answer, block = _completion(body, answer, answer.cached or 0)
            return await self._sent(request, body, answer, block)
        finally:
            work.now -= 1

    async def _sent(
        self, request: web.Request, body: Request, answer: Answer, block: dict[str, Any] | None
    ) -> web.StreamResponse:
        work = self._server.work
        work.statuses[answer.drop or str(answer.status)] += 1
        if block is None:
            return await send(request, answer)
        # Counted first, so that a test that has the answer finds it counted, and taken back if it did not get through.
        work.answered(body, block, there=is_there(request))
        response = await send(request, answer)
        if self._server.grace and is_there(request):
            asyncio.get_running_loop().call_later(self._server.grace, _take_back, work, request, body)
        else:
            _take_back(work, request, body)
        return response

    def _no_model(self, body: Request) -> Answer | None:
        name = body.get("model")
        if not isinstance(name, str) or not name:
            return bad_request("you must provide a model parameter", param="model")
        return no_model(name) if self._server.models and name not in self._server.models else None

    def _embed(self, body: Request) -> tuple[Answer, dict[str, Any] | None]:
        if wrong := self._no_model(body):
            return wrong, None
        texts = [body.get("input")] if isinstance(body.get("input"), str) else body.get("input")
        if not isinstance(texts, list) or not texts or not all(isinstance(text, str) and text for text in texts):
            return bad_request("'$.input' is invalid.", param="input"), None
        rows = []
        for at, text in enumerate(texts):
            vector: list[float] | str = word_vector(text, int(body.get("dimensions") or _DIMENSION))
            if body.get("encoding_format") == "base64":
                vector = base64.b64encode(struct.pack(f"<{len(vector)}f", *vector)).decode()
            rows.append({"object": "embedding", "index": at, "embedding": vector})
        count = sum(map(tokens_of, texts))
        block = {"prompt_tokens": count, "total_tokens": count}
        reply = {"object": "list", "data": rows, "model": body["model"], "usage": block}
        return Answer(body=json.dumps(reply)), block


def word_vector(text: str, dimension: int) -> list[float]:
    """Return a vector of length 1 in which texts with the same words are near each other."""
    vector = [0.0] * dimension
    for word in text.lower().split():
        vector[int.from_bytes(hashlib.sha256(word.encode()).digest()[:4], "big") % dimension] += 1.0
    length = math.sqrt(sum(value * value for value in vector)) or 1.0
    return [value / length for value in vector]


def _take_back(work: Any, request: web.Request, body: Request) -> None:
    if not is_there(request):
        work.gone(body)


def _completion(body: Request, answer: Answer, cached: int) -> tuple[Answer, dict[str, Any]]:
    """Return a chat completion around an answer's text, cut at the request's limit of tokens."""
    text, finish = answer.text, answer.finish
    limit = body.get("max_completion_tokens") or body.get("max_tokens")
    if limit and tokens_of(text) > limit:
        text, finish = _first_tokens(text, limit), "length"
    block = usage(body, answer.refusal or text, cached)
    message = {"role": "assistant", "content": None if answer.refusal else text, "refusal": answer.refusal}
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": finish}
    reply = {
        "id": f"chatcmpl-{next(_numbers)}",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": answer.model or f"{body['model']}-2026-01-01",
        "choices": [choice] if answer.choices else [],
        "usage": block,
        "system_fingerprint": "fp_test",
    }
    content = json.dumps(reply, ensure_ascii=False)
    return Answer(body=content, headers=answer.headers, delay=answer.delay), block


def _first_tokens(text: str, limit: int) -> str:
    """Return the longest beginning that has no more than `limit` tokens, near enough."""
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if tokens_of(text[:middle]) <= limit else (low, middle - 1)
    return text[:low]
