"""Calls of a model, as a long run needs them: within limits and a budget, tried again, and each one counted."""

import random
import threading
import time
import uuid
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError
from contextlib import nullcontext
from functools import lru_cache
from typing import NamedTuple

from gsw_graph.errors import BudgetError, GSWError, ModelError, OperatorError, Passing, TooLong
from gsw_graph.language import count_tokens
from gsw_graph.llm.budget import Budget, Spent
from gsw_graph.llm.completion import Message, Reply, Usage
from gsw_graph.llm.limits import Limits
from gsw_graph.llm.model import Adapted, Model
from gsw_graph.llm.prices import Prices, check_budget
from gsw_graph.llm.tasks import Schema, compact

ATTEMPTS = 6
"""How often a call is tried."""
ATTEMPTS_AT_NOBODY = 3
"""How often it is tried where nobody has answered yet: the address is probably wrong."""
PAUSE = 0.5
"""Seconds before the second attempt at most."""
GROWTH = 3
"""How much longer each further pause can be: short for what passes at once, and long enough in all for a restart."""
LONGEST_PAUSE = 30.0
LONGEST_WAIT = 600.0
"""Seconds that an endpoint may ask to wait; a run that is told to wait for longer stops."""
MOST_GIVEN_UP = 3
"""Calls that may be given up one after the other, without one that succeeds, before the run stops."""
MOST_REFUSED = 10
"""Requests that may be refused before the first success, before the run stops."""
FIRST_SECONDS = 3.0
"""How long the others wait for the first call: a wrong key is refused once, and a cache has the prompt."""
_count = lru_cache(maxsize=256)(count_tokens)
"""Counts the tokens of a text; prompts and schemas come again and again."""
_PER_MESSAGE = 4
"""Tokens that a message takes beside its text, about."""


class Call(NamedTuple):
    """One request that was sent: a row of the ledger."""

    uid: str
    task: str
    """Name of its prompt."""
    model: str
    """The model as it was asked for."""
    resolved: str
    """The model that answered, by the endpoint's word."""
    status: str
    """"done" or "failed"."""
    reason: str
    """Why it failed."""
    tokens_in: int
    tokens_cached: int
    """Those of tokens_in that the endpoint had in its cache."""
    tokens_out: int
    cost: float | None
    """In US dollars; None if the model has no price."""
    seconds: float
    batch: bool = False
    """Whether it was part of a batch."""
    estimated: bool = False
    """Whether the tokens were counted by us, because the endpoint did not say."""


class Caller:
    """Makes the calls of a run, from as many threads as there are.

    An error that stops the run is raised by the call that meets it, by each later one, and by those that wait.

    Args:
        model: Whom to ask.
        limits: Of the endpoint; shared with whoever else asks it.
        budget: What the run may spend; None is no limit.
        prices: What models cost.
        attempts: How often a call is tried.
        concurrency: Requests that are under way at once; 0 is as many as there are threads.
        counted: Told of each request that was sent, also of failed ones, in the thread that sent it.
        stopping: Set to stop: no request is sent any more. It is also set by an error that stops the run.
        pause: Seconds before the second attempt at most.

    Raises:
        ConfigError: The budget is in US dollars, and the model has no price.
    """

    def __init__(
        self,
        model: Model,
        *,
        limits: Limits | None = None,
        budget: Budget | None = None,
        prices: Prices | None = None,
        attempts: int = ATTEMPTS,
        concurrency: int = 0,
        counted: Callable[[Call], None] = lambda call: None,
        stopping: threading.Event | None = None,
        pause: float = PAUSE,
    ) -> None:
        self.model = model
        self.limits = limits or Limits()
        self.budget = budget
        self.prices = prices or Prices()
        self.attempts = attempts
        self.stopping = stopping or threading.Event()
        self._slots = threading.Semaphore(concurrency) if concurrency else nullcontext()
        self._counted = counted
        self._pause = pause
        self._guard = threading.Lock()
        self._first = threading.Lock()
        self._begun = threading.Event()
        self._fatal: GSWError | None = None
        self._succeeded = False
        self._given_up = 0
        self._refused = 0
        check_budget(budget, self.prices, model.name)

    def call(
        self, task: str, messages: Sequence[Message], *, schema: Schema, limit: int, attempts: int = 0
    ) -> tuple[Reply, Call]:
        """Return what the model says, and the ledger's row of the request that brought it.

        Args:
            task: Name of the prompt, for the ledger.
            messages: What is asked.
            schema: JSON schema of the reply.
            limit: Most tokens of the reply.
            attempts: How often it is tried, if not as often as others; giving it up then says nothing of the endpoint.

        Raises:
            ModelError: The model cannot be used: the run stops.
            BudgetError: The budget is spent: the run stops.
            TooLong: The request is longer than the model takes.
            OperatorError: This request is refused. Passing: it failed at each attempt.
            CancelledError: The run is being stopped.
        """
        most = self._most(messages, schema, limit)
        attempt = 0
        self._await_first()
        while True:
            try:
                with self._slots:  # not while it waits to be tried again
                    self.limits.wait(most.tokens, self.stopping)
                    return self._attempt(task, messages, schema, limit, most)
            except Adapted:
                continue  # it went by another way, of which there are few
            except Passing as error:
                attempt += 1
                self._judge(error, attempt, attempts)
                self._wait_after(error, attempt)

    def pause(self, seconds: float) -> None:
        """Wait, for as long as the run goes on.

        Args:
            seconds: How long.

        Raises:
            ModelError: What stops the run, as BudgetError does. CancelledError: The run is being stopped.
        """
        self.stopping.wait(seconds)
        self._check()

    def _attempt(
        self, task: str, messages: Sequence[Message], schema: Schema, limit: int, most: Spent
    ) -> tuple[Reply, Call]:
        """Send one request within the budget, and count it."""
        self._reserve(most)
        spent = Spent()
        started = time.perf_counter()
        try:
            try:
                reply = self.model.complete(messages, schema=schema, limit=limit)
            except GSWError as error:
                used = error.tokens if isinstance(error, Passing) else ()
                call = self._row(task, "", Usage(*used), time.perf_counter() - started, error.args[0])
                spent = Spent(call.tokens_in + call.tokens_out, call.cost or 0.0)
                self._counted(call)
                self._learn(error)
                raise
            call = self._row(task, reply.resolved, reply.usage, reply.seconds)
            spent = Spent(call.tokens_in + call.tokens_out, call.cost or 0.0)
            self._counted(call)
            self._learn(None)
            return reply, call
        finally:
            if self.budget:
                self.budget.settle(most, spent)

    def _reserve(self, most: Spent) -> None:
        """Have the budget bear the next request, or stop the run."""
        self._check()
        if self.budget is None:
            return
        try:
            if not self.budget.reserve(most, self.stopping):
                self._check()
        except BudgetError as error:
            self.stop(error)
            raise

    def _row(self, task: str, resolved: str, usage: Usage, seconds: float, reason: str = "") -> Call:
        """Return the ledger's row of a request."""
        cost = self.prices.cost(self.model.name, usage)
        if cost is None and resolved:
            cost = self.prices.cost(resolved, usage)
        return Call(
            uid=uuid.uuid4().hex,
            task=task,
            model=self.model.name,
            resolved=resolved,
            status="failed" if reason else "done",
            reason=reason,
            tokens_in=usage.tokens_in,
            tokens_cached=usage.tokens_cached,
            tokens_out=usage.tokens_out,
            cost=cost,
            seconds=round(seconds, 3),
            estimated=usage.estimated,
        )

    def _learn(self, error: GSWError | None) -> None:
        """Draw from a request what it says about the endpoint."""
        if isinstance(error, ModelError):
            self.stop(error)
        with self._guard:
            if error is None:
                self._succeeded, self._given_up = True, 0
            elif isinstance(error, OperatorError) and not isinstance(error, (Passing, TooLong)):
                self._refused += 1
            refused = not self._succeeded and self._refused >= MOST_REFUSED
        if refused:
            self.stop(ModelError(f"The first {MOST_REFUSED} requests were all refused. {error}"))
        if not isinstance(error, Adapted):
            self._begun.set()

    def _judge(self, error: Passing, attempt: int, attempts: int) -> None:
        """Give a call up after its last attempt, and the run if calls are given up one after the other."""
        after = error.after or 0.0
        if after > LONGEST_WAIT:
            hint = "the same command then; what is done is kept"
            raise self.stop(ModelError(f"{error} It asks to wait for {after / 60:.0f} minutes.", hint=hint))
        with self._guard:
            nobody = error.is_away and not self._succeeded
            most = attempts or self.attempts
            if attempt < (min(most, ATTEMPTS_AT_NOBODY) if nobody else most):
                return
            self._given_up += not attempts
            stops = nobody or self._given_up >= MOST_GIVEN_UP
        if stops:
            many = f"{attempt} attempts" if nobody else f"{MOST_GIVEN_UP} calls in a row, each tried {attempt} times"
            hint = error.hint or "the same command when the endpoint is well again; what is done is kept"
            raise self.stop(ModelError(f"{many} failed. {error.args[0]}", hint=hint))
        raise Passing(f"{error.args[0]} It was tried {attempt} times.", hint=error.hint)

    def _wait_after(self, error: Passing, attempt: int) -> None:
        """Wait before the next attempt; where the endpoint asks for a pause, everyone waits."""
        if error.after is not None:
            self.limits.hold(error.after)
        longest = min(LONGEST_PAUSE, self._pause * GROWTH ** (attempt - 1))
        self.pause((error.after or 0.0) + random.uniform(longest / 2, longest))

    def _await_first(self) -> None:
        """Let the first call go ahead of the others for a moment."""
        if not self._begun.is_set() and not self._first.acquire(blocking=False):
            self._begun.wait(FIRST_SECONDS)
        self._check()

    def _check(self) -> None:
        """Raise what stops the run, if it stops."""
        if self._fatal:  # as a new one: one that is raised again and again grows with each traceback
            raise type(self._fatal)(self._fatal.args[0], hint=self._fatal.hint)
        if self.stopping.is_set():
            raise CancelledError("The run is being stopped.")

    def stop(self, error: GSWError) -> GSWError:
        """Stop the run for all threads, and return the error that everyone gets: the first.

        Args:
            error: Why.
        """
        with self._guard:
            self._fatal = self._fatal or error
        self.stopping.set()
        self._begun.set()
        return self._fatal

    def _most(self, messages: Sequence[Message], schema: Schema, limit: int) -> Spent:
        """Return what a request costs at most; nothing where nobody wants to know."""
        if not (self.budget or self.limits.tokens_per_minute):
            return Spent()
        shown = [*(each["content"] for each in messages), compact(schema)]
        tokens_in = sum(map(_count, shown)) + _PER_MESSAGE * len(messages)
        tokens_out = limit + self.model.reasoning_tokens
        return Spent(tokens_in + tokens_out, self.prices.cost(self.model.name, Usage(tokens_in, 0, tokens_out)) or 0.0)
