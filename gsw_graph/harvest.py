"""What batches bring: kept part by part; what is missing is asked for once more, or given up."""

from collections import Counter
from collections.abc import Sequence

from gsw_graph.errors import GSWError, Passing
from gsw_graph.llm.asking import payloads_of
from gsw_graph.llm.budget import Spent
from gsw_graph.llm.caller import Call
from gsw_graph.llm.completion import Reply
from gsw_graph.llm.prices import Prices
from gsw_graph.llm.tasks import Task
from gsw_graph.replies import Replies

MOST_PASSED = 4
"""Batches that may leave an input unanswered, in one run."""


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

    def keep(self, task: Task, keys: Sequence[str], reply: Reply, uid: str) -> Spent:
        """Keep a reply part by part, and its cost, which is returned.

        Args:
            task: What was asked.
            keys: Log keys of the items, in the order of their numbers.
            reply: To all of them.
            uid: Of the call, for the ledger.
        """
        usage = reply.usage
        cost = self._prices.cost(self._model, usage, batch=True)
        tokens = (usage.tokens_in, usage.tokens_cached, usage.tokens_out)
        said = (task.name, self._model, reply.resolved, "done", "")
        call = Call(uid, *said, *tokens, cost, reply.seconds, True, usage.estimated)
        payloads: dict[str, str] = {}
        errors = dict.fromkeys(keys, f"The reply was {'refused' if reply.refusal else 'cut off'}.")
        if reply.finish != "length" and not reply.refusal:
            payloads, errors = payloads_of(task, reply.text, keys)
        self._replies.keep(task, payloads, call)
        for key, reason in errors.items():
            self._fault(task, key, reason)
        return Spent(usage.tokens_in + usage.tokens_out, cost or 0.0)

    def note(self, task: Task, keys: Sequence[str], error: GSWError) -> None:
        """Learn that items got no reply.

        Args:
            task: What was asked.
            keys: Log keys of the items.
            error: Why.
        """
        for key in keys:
            if not isinstance(error, Passing):
                self._fault(task, key, error.args[0])
                continue
            self._passed[key] += 1
            if self._passed[key] >= MOST_PASSED:
                self._give_up(task, key, f"{error.args[0]} It was asked for in {MOST_PASSED} batches.")

    def _fault(self, task: Task, key: str, reason: str) -> None:
        """Ask for an input once more, alone, or give it up."""
        if key in self.alone:
            self._give_up(task, key, f"Two replies could not be used. {reason}")
        self.alone.add(key)

    def _give_up(self, task: Task, key: str, reason: str) -> None:
        """Keep why an input has no reply."""
        self.failed[key] = reason
        self._replies.keep(task, {}, None, failures={key: reason})
