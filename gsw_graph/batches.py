"""Asking in batches: half the price, answered within a day, resumable for as long as the endpoint keeps them.

Which inputs a batch holds is written into the log before the batch is made, so whoever comes next, a minute or a week
later, waits for it instead of asking again. Calls depend on replies before them (who is who, then what a passage says,
then what shares a place), so documents take about three batches, one after the other.
"""

import json
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from gsw_graph.errors import ModelError, Passing
from gsw_graph.estimate import REPLIES
from gsw_graph.extract.model.operator import TASKS
from gsw_graph.graph import Graph
from gsw_graph.language import count_tokens
from gsw_graph.llm.asking import WRAPPING, payloads_of
from gsw_graph.llm.batch import BatchClient, BatchFailure, BatchRequest, BatchState
from gsw_graph.llm.budget import Budget, Spent
from gsw_graph.llm.caller import Call
from gsw_graph.llm.completion import Reply, Usage
from gsw_graph.llm.model import Model
from gsw_graph.llm.prices import Prices
from gsw_graph.llm.tasks import Item, Task
from gsw_graph.log import now
from gsw_graph.replies import Replies

FIRST_POLL, LONGEST_POLL = 2.0, 60.0
"""Seconds between two looks at a batch: the first, and the longest that they grow to."""
GROWTH = 1.5
MOST_TOGETHER = 5_000
"""Requests of one batch: fewer than the endpoint takes, so that the log's entry of it stays small."""


class BatchProgress(NamedTuple):
    """How far a batch is."""

    id: str
    status: str
    done: int
    total: int


class Batch(NamedTuple):
    """A batch as the log has it."""

    label: str
    id: str
    """"" before the endpoint has confirmed it."""
    requests: dict[str, tuple[str, list[str]]]
    """By custom_id: the task's name, and the log keys of its items in the order of their numbers."""

    @property
    def key(self) -> str:
        """Its own log key."""
        return f"batch:{self.label}"

    @property
    def keys(self) -> set[str]:
        """The log keys of all its items."""
        return {key for _, keys in self.requests.values() for key in keys}


class Batches:
    """The batches of one workspace.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        model: Whom to ask.
        replies: Keeps what it says.
        prices: What models cost.
        budget: What may be spent; None is no limit.
        per_call: Chunks to a call.
    """

    def __init__(
        self,
        graph: Graph,
        workspace: str,
        model: Model,
        replies: Replies,
        prices: Prices,
        *,
        budget: Budget | None,
        per_call: int,
    ) -> None:
        self._graph = graph
        self._workspace = workspace
        self._model = model
        self._client = BatchClient(model)
        self._replies = replies
        self._prices = prices
        self._per_call = per_call
        self._budget = budget
        self._alone: set[str] = set()
        self.failed: dict[str, str] = {}
        """Why inputs have no reply after several batches, by log key."""

    def settle(
        self,
        find: Callable[[], Mapping[Task, Mapping[str, Item]]],
        *,
        wait: bool,
        progress: Callable[[BatchProgress], None] = lambda _: None,
    ) -> bool:
        """Ask until nothing is missing, batch after batch, and say whether that is reached.

        Args:
            find: Returns what is missing now, by task and log key.
            wait: Whether to wait for batches; else they are left to a later run.
            progress: Called whenever a batch was looked at.

        Raises:
            ModelError: The endpoint cannot be used, or has no batches.
            BudgetError: The next batch may cost more than is left.
            OperatorError: The endpoint refuses a batch.
        """
        while True:
            pause = FIRST_POLL
            while not self.finish(progress):
                if not wait:
                    return False
                time.sleep(pause)
                pause = min(LONGEST_POLL, pause * GROWTH)
            missing = {
                task: {key: item for key, item in items.items() if key not in self.failed}
                for task, items in find().items()
            }
            if not any(missing.values()):
                return True
            if not self._submit(missing):
                time.sleep(FIRST_POLL)  # another process has just taken them

    def finish(self, progress: Callable[[BatchProgress], None] = lambda _: None) -> bool:
        """Read the batches that are over, and say whether none is left.

        Args:
            progress: Called for each.

        Raises:
            ModelError: The endpoint cannot be used.
        """
        left = False
        for batch in under_way(self._graph, self._workspace):
            found = batch.id or self._client.find(batch.label)
            if not found:  # the process that was to make it ended before
                self._end(batch)
                continue
            state = self._client.state(found)
            progress(_progress(state))
            if not state.over:
                left = True
                continue
            self._read(batch, state)
            self._replies.give_back(batch.keys)
            self._replies.flush()
            self._end(batch)
            self._client.delete_files(state)
        return not left

    def look(self) -> Iterator[BatchProgress]:
        """Yield how far each batch under way is.

        Raises:
            ModelError: The endpoint cannot be used.
        """
        for batch in under_way(self._graph, self._workspace):
            found = batch.id or self._client.find(batch.label)
            if found:
                yield _progress(self._client.state(found))

    def cancel(self) -> None:
        """Give up the batches under way; what is done of them can still be read.

        Raises:
            ModelError: The endpoint cannot be used.
        """
        for batch in under_way(self._graph, self._workspace):
            if found := batch.id or self._client.find(batch.label):
                self._client.cancel(found)

    def _submit(self, missing: Mapping[Task, Mapping[str, Item]]) -> bool:
        """Make batches of what nobody else is asking for, and say whether there was any."""
        groups: list[_Request] = []
        for task, items in missing.items():
            keys = list(items)
            mine: set[str] = set()
            for start in range(0, len(keys), MOST_TOGETHER):
                mine |= self._replies.take(keys[start : start + MOST_TOGETHER]).mine
            groups += self._requests(task, [items[key] for key in keys if key in mine])
        for start in range(0, len(groups), MOST_TOGETHER):
            self._make(groups[start : start + MOST_TOGETHER])
        return bool(groups)

    def _requests(self, task: Task, items: Sequence[Item]) -> Iterator["_Request"]:
        """Yield the requests for items; those of which a call said too little are asked for alone."""
        together = [item for item in items if item.key not in self._alone]
        groups = [together[start : start + self._per_call] for start in range(0, len(together), self._per_call)]
        groups += [[item] for item in items if item.key in self._alone]
        for group in groups:
            limit = task.limit * len(group) + WRAPPING
            body = self._model.parameters(task.messages(group), schema=task.schema, limit=limit)
            yield _Request(task, group, body)

    def _make(self, requests: Sequence["_Request"]) -> None:
        """Make one batch; the log knows of it before the endpoint does."""
        self._bear(requests)
        named = {f"{request.task.name}-{number}": request for number, request in enumerate(requests, 1)}
        entries = {name: (one.task.name, [item.key for item in one.items]) for name, one in named.items()}
        batch = Batch(f"gsw {uuid.uuid4().hex}", "", entries)
        self._write(batch)
        lines = [BatchRequest(name, request.body) for name, request in named.items()]
        self._write(batch._replace(id=self._client.submit(lines, label=batch.label)))

    def _bear(self, requests: Sequence["_Request"]) -> None:
        """Have the budget bear a batch, by what its replies will be about."""
        tokens_in = sum(count_tokens(json.dumps(request.body["messages"])) for request in requests)
        shown = {task.name: 0 for task in TASKS}
        for request in requests:
            shown[request.task.name] += sum(count_tokens(item.text) for item in request.items)
        tokens_out = round(sum(REPLIES[name] * tokens for name, tokens in shown.items()))
        usage = Usage(tokens_in, 0, tokens_out)
        cost = self._prices.cost(self._model.name, usage, batch=True) or 0.0
        if self._budget:
            self._budget.reserve(Spent(tokens_in + tokens_out, cost))
            self._budget.settle(Spent(tokens_in + tokens_out, cost), Spent())

    def _read(self, batch: "Batch", state: BatchState) -> None:
        """Keep what a batch that is over has brought."""
        if state.status == "failed" and not state.output_file_id:
            raise ModelError(f"The batch {state.id} failed as a whole: {state.reason}", hint="mend that and try again")
        tasks = {task.name: task for task in TASKS}
        for name, result in self._client.results(state):
            if name not in batch.requests:
                continue
            task, keys = tasks[batch.requests[name][0]], batch.requests[name][1]
            if isinstance(result, BatchFailure):
                self._note(task, keys, result)
            else:
                self._keep(task, keys, result, f"{state.id}:{name}")

    def _note(self, task: Task, keys: Sequence[str], failure: BatchFailure) -> None:
        """Learn that a request got no reply."""
        if isinstance(failure.error, ModelError):
            raise failure.error
        if not isinstance(failure.error, Passing):
            self._fault(task, keys, failure.error.args[0])

    def _keep(self, task: Task, keys: Sequence[str], reply: Reply, uid: str) -> None:
        """Keep a reply part by part, and its cost."""
        usage = reply.usage
        cost = self._prices.cost(self._model.name, usage, batch=True)
        tokens = (usage.tokens_in, usage.tokens_cached, usage.tokens_out)
        seconds, estimated = reply.seconds, usage.estimated
        call = Call(
            uid, task.name, self._model.name, reply.resolved, "done", "", *tokens, cost, seconds, True, estimated
        )
        if self._budget:
            self._budget.spend(Spent(usage.tokens_in + usage.tokens_out, cost or 0.0))
        payloads: dict[str, str] = {}
        errors = dict.fromkeys(keys, f"The reply was {'refused' if reply.refusal else 'cut off'}.")
        if reply.finish != "length" and not reply.refusal:
            payloads, errors = payloads_of(task, reply.text, keys)
        self._replies.keep(task, payloads, call)
        for key, reason in errors.items():
            self._fault(task, [key], reason)

    def _fault(self, task: Task, keys: Sequence[str], reason: str) -> None:
        """Ask for inputs once more, each alone, or give them up."""
        for key in keys:
            if key in self._alone:
                self.failed[key] = reason
                self._replies.keep(task, {}, None, failures={key: reason})
            self._alone.add(key)

    def _write(self, batch: "Batch") -> None:
        """Write a batch into the log, as it is now."""
        payload = json.dumps({"label": batch.label, "id": batch.id, "requests": batch.requests})
        row = {"key": batch.key, "payload": payload}
        self._graph.run("log/keep_batch", workspace=self._workspace, **row, now=now())

    def _end(self, batch: "Batch") -> None:
        """Let the log forget a batch: its replies are there."""
        self._graph.run("log/end_turn", workspace=self._workspace, key=batch.key)


class _Request(NamedTuple):
    """One call of a batch."""

    task: Task
    items: list[Item]
    body: dict[str, Any]


def _progress(state: BatchState) -> BatchProgress:
    return BatchProgress(state.id, state.status, state.completed + state.failed, state.total)


def under_way(graph: Graph, workspace: str) -> list[Batch]:
    """Return the batches of a workspace that were begun and not read, the oldest first.

    Args:
        graph: The database.
        workspace: Name of the workspace.
    """
    found = []
    for row in graph.run("log/batches", workspace=workspace):
        read = json.loads(row["payload"])
        requests = {name: (task, keys) for name, (task, keys) in read["requests"].items()}
        found.append(Batch(read["label"], read["id"], requests))
    return found
