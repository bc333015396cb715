"""What batches bring: kept part by part; what is missing is asked for once more, or given up."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from gsw_graph.errors import GSWError, Passing
from gsw_graph.language import count_tokens
from gsw_graph.llm.asking import WRAPPING, payloads_of
from gsw_graph.llm.budget import Spent
from gsw_graph.llm.caller import Call
from gsw_graph.llm.completion import Reply, Usage
from gsw_graph.llm.model import Model
from gsw_graph.llm.prices import Prices
from gsw_graph.llm.tasks import Item, Task
from gsw_graph.replies import Replies
from gsw_graph.underway import Batch

MOST_PASSED = 4
"""Batches in a row that may leave an input unanswered, in as many runs as they take."""


class Request(NamedTuple):
    """One call of a batch."""

    task: Task
    items: list[Item]
    body: dict[str, Any]

    @property
    def tokens(self) -> int:
        """What it asks, in o200k tokens."""
        return sum(count_tokens(message["content"]) for message in self.body["messages"])


class Harvest:
    """Takes in what the batches of one run bring.

    Args:
        model: Exact name of the model.
        replies: Keeps what it says.
        prices: What models cost.
    """

    def __init__(self, model: str, replies: Replies, prices: Prices) -> None:
        self._model = model
        self._replies = replies
        self._prices = prices
        self._passed: Counter[str] = Counter()
        self.alone: set[str] = set()
        """Log keys of inputs that are asked about alone, since a reply before could not be used."""
        self.failed: dict[str, str] = {}
        """Why inputs have no reply after several batches, by log key."""

    def recall(self, batch: Batch) -> None:
        """Learn what was known of a batch's inputs when it was made, perhaps in a run before this one.

        Args:
            batch: As the log has it.
        """
        self.alone.update(batch.alone)
        for key, count in batch.passed.items():
            self._passed[key] = max(self._passed[key], count)

    def remembered(self, batch: Batch) -> Batch:
        """Return a batch with what is known of its inputs.

        Args:
            batch: Before it is made.
        """
        passed = {key: self._passed[key] for key in sorted(batch.keys) if self._passed[key]}
        return batch._replace(alone=sorted(self.alone & batch.keys), passed=passed)

    def requests(self, task: Task, items: Sequence[Item], model: Model, per_call: int) -> Iterator[Request]:
        """Yield the calls for items; those of which a call said too little are asked for alone.

        Args:
            task: What is asked.
            items: What about.
            model: Whom to ask.
            per_call: Most items of a call.
        """
        together = [item for item in items if item.key not in self.alone]
        groups = [together[start : start + per_call] for start in range(0, len(together), per_call)]
        for group in [*groups, *([item] for item in items if item.key in self.alone)]:
            limit = task.limit * len(group) + WRAPPING
            yield Request(task, group, model.parameters(task.messages(group), schema=task.schema, limit=limit))

    def keep(self, task: Task, keys: Sequence[str], reply: Reply, uid: str, asked: int) -> Spent:
        """Keep a reply part by part, and its cost, which is returned.

        Args:
            task: What was asked.
            keys: Log keys of the items, in the order of their numbers.
            reply: To all of them.
            uid: Of the call, for the ledger.
            asked: Tokens that were asked, by our count, for an endpoint that does not say.
        """
        usage = reply.usage
        if usage.estimated:
            usage = usage._replace(tokens_in=asked)
        call = self._call(task, uid, usage, resolved=reply.resolved, seconds=reply.seconds)
        payloads: dict[str, str] = {}
        errors = dict.fromkeys(keys, f"The reply was {'refused' if reply.refusal else 'cut off'}.")
        if reply.finish != "length" and not reply.refusal:
            payloads, errors = payloads_of(task, reply.text, keys)
        self._replies.keep(task, payloads, call)
        for key, reason in errors.items():
            self._fault(task, key, reason)
        return _spent(call)

    def note(self, task: Task, keys: Sequence[str], error: GSWError, uid: str) -> Spent:
        """Learn that items got no reply, and keep what was to be paid for that all the same, which is returned.

        Args:
            task: What was asked.
            keys: Log keys of the items.
            error: Why.
            uid: Of the call, for the ledger.
        """
        call = self._call(task, uid, Usage(*(error.tokens if isinstance(error, Passing) else ())), reason=error.args[0])
        if call.tokens_in or call.tokens_out:
            self._replies.count(call)
        for key in keys:
            if not isinstance(error, Passing):
                self._fault(task, key, error.args[0])
                continue
            self._passed[key] += 1
            if self._passed[key] >= MOST_PASSED:
                self._give_up(task, key, f"{error.args[0]} It was asked for in {MOST_PASSED} batches.")
        return _spent(call)

    def _call(
        self, task: Task, uid: str, usage: Usage, *, resolved: str = "", seconds: float = 0.0, reason: str = ""
    ) -> Call:
        """Return the ledger's row of a call."""
        cost = self._prices.cost(self._model, usage, batch=True)
        if cost is None and resolved:
            cost = self._prices.cost(resolved, usage, batch=True)
        said = (task.name, self._model, resolved, "failed" if reason else "done", reason)
        return Call(uid, *said, *usage[:3], cost, seconds, True, usage.estimated)

    def _fault(self, task: Task, key: str, reason: str) -> None:
        """Ask for an input once more, alone, or give it up."""
        if key in self.alone:
            self._give_up(task, key, f"Two replies could not be used. {reason}")
        self.alone.add(key)

    def _give_up(self, task: Task, key: str, reason: str) -> None:
        """Keep why an input has no reply."""
        self.failed[key] = reason
        self._replies.keep(task, {}, None, failures={key: reason})


def _spent(call: Call) -> Spent:
    return Spent(call.tokens_in + call.tokens_out, call.cost or 0.0)
