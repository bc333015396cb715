"""The server itself: routes, sending, counting, its thread."""

import asyncio
import json
import threading
from collections import Counter, defaultdict, deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from types import TracebackType
from typing import Any, Self

from aiohttp import web

from model_server.answers import Answer, Request, least_json
from model_server.batches import ENDPOINT, Batches, Pace
from model_server.faults import Faults, by_script, error_body, wrong_key
from model_server.filing import Filing
from model_server.models import Models
from model_server.sending import send
from model_server.work import Work

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

KEY = "sk-test-0123456789abcdefghijklmnop"
"""The key that the server takes if none is given."""
_MOST_BYTES = 220_000_000


class ModelServer:
    """An OpenAI-compatible server on loopback, in a thread of its own.

    Args:
        reply: From a chat request to its answer; the least JSON that the schema allows if not given.
        key: The only key it takes.
        latency: Seconds before each answer, or a function of the request.
        faults: A script of answers for the next chat and embeddings requests, or a function.
        models: The models it has; any if not given.
        inputs: From a request to the inputs that it holds, for `paid`; the hash of its body if not given.
        cached: Prompt tokens that came from the cache, or a function of the request.
        grace: Seconds for which a client must stay connected after an answer to have paid for it.
        pace: How batches go.
        port: 0 for any free one.
    """

    def __init__(
        self,
        reply: Callable[[Request], Answer | str] = least_json,
        *,
        key: str = KEY,
        latency: float | Callable[[Request], float] = 0.0,
        faults: Sequence[Answer | None] | Faults = (),
        models: Iterable[str] = (),
        inputs: Callable[[Request], Iterable[str]] | None = None,
        cached: int | Callable[[Request], int] = 0,
        grace: float = 0.0,
        pace: Pace | None = None,
        port: int = 0,
    ) -> None:
        self.reply = reply
        self.key = key
        self.latency = latency
        self.faults = faults if callable(faults) else by_script(faults)
        self.models = set(models)
        self.cached = cached
        self.grace = grace
        self.work = Work(inputs)
        self.batches = Batches(self._complete_line, pace or Pace())
        self._models = Models(self)
        self.failures: list[BaseException] = []
        self._before: defaultdict[str, deque[Answer]] = defaultdict(deque)
        self._after: defaultdict[str, deque[Answer]] = defaultdict(deque)
        self._port = port
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="model server", daemon=True)

    @property
    def base_url(self) -> str:
        """Where a client finds it."""
        return f"http://127.0.0.1:{self._port}/v1"

    @property
    def paid(self) -> Counter[str]:
        """How often each input was answered while the client was there."""
        return self.work.paid

    @property
    def requests(self) -> Counter[str]:
        """How often each input was received."""
        return self.work.requests

    def inject(self, path: str, *answers: Answer) -> None:
        """Give these answers to the next requests whose path begins so ("/v1/files"), or "POST /v1/files"."""
        self._before[path].extend(answers)

    def inject_after(self, path: str, *answers: Answer) -> None:
        """Do what the next requests to a path of files or batches ask for, but answer so."""
        self._after[path].extend(answers)

    def __enter__(self) -> Self:
        """Start it; it answers when this returns."""
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._start(), self._loop).result(30)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop it, and raise what its reply function raised."""
        asyncio.run_coroutine_threadsafe(self._runner.cleanup(), self._loop).result(30)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.close()
        if self.failures and error is None:
            raise self.failures[0]

    async def _start(self) -> None:
        app = web.Application(client_max_size=_MOST_BYTES, middlewares=[_first(self)])
        models, filing = self._models, Filing(self.batches)
        app.add_routes(
            [
                web.post(ENDPOINT, models.chat),
                web.post("/v1/embeddings", models.embeddings),
                web.get("/v1/models", models.models),
                web.post("/v1/files", filing.upload),
                web.get("/v1/files", filing.files),
                web.get("/v1/files/{id}", filing.file),
                web.delete("/v1/files/{id}", filing.delete),
                web.get("/v1/files/{id}/content", filing.content),
                web.post("/v1/batches", filing.create),
                web.get("/v1/batches", filing.list),
                web.get("/v1/batches/{id}", filing.batch),
                web.post("/v1/batches/{id}/cancel", filing.cancel),
                web.get("/stats", self._stats),
                web.post("/reset", self._reset),
            ]
        )
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", self._port, backlog=1024).start()
        self._port = self._runner.addresses[0][1]

    async def _stats(self, request: web.Request) -> web.StreamResponse:
        return web.json_response(self.work.stats())

    async def _reset(self, request: web.Request) -> web.StreamResponse:
        self.work.reset()
        return web.json_response({})

    def _complete_line(self, body: Request) -> tuple[int, Any]:
        """Answer one line of a batch, which is paid for whether or not anyone fetches it."""
        self.work.received("batch", body)
        answer, block = self._models.complete(body)
        if block is not None:
            self.work.answered(body, block, there=True)
        try:
            content = json.loads(answer.body or "null")
        except ValueError:
            content = answer.body
        return answer.status, content

    def injected(self, request: web.Request, *, after: bool) -> Answer | None:
        """Return the answer that a test wants for a request to this path."""
        for path, answers in (self._after if after else self._before).items():
            if answers and (request.path.startswith(path) or f"{request.method} {request.path}".startswith(path)):
                return answers.popleft()
        return None


def _first(server: ModelServer) -> Any:
    """Return what every request meets first: the key, and what a test has injected."""

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.path.startswith("/v1/"):
            given = request.headers.get("Authorization", "").removeprefix("Bearer ")
            if given != server.key:
                return await send(request, wrong_key(given))
            if answer := server.injected(request, after=False):
                return await send(request, answer)
        try:
            response = await handler(request)
            answer = server.injected(request, after=True)
            return await send(request, answer) if answer else response
        except web.HTTPException as error:
            body = error_body(f"Invalid URL ({request.method} {request.path})", "invalid_request_error", None)
            return await send(request, Answer(status=error.status, body=body))

    return check
