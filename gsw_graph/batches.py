"""Asking in batches: half the price, answered within a day, resumable for as long as the endpoint keeps them.

Which inputs a batch holds is written into the log before the batch is made, so whoever comes next, a minute or a week
later, waits for it instead of asking again. Calls depend on replies before them (who is who, then what a passage says,
then what shares a place), so documents take about three batches, one after the other.
"""

import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from gsw_graph.errors import ConfigError, GSWError, ModelError, OperatorError, Passing
from gsw_graph.estimate import REPLIES
from gsw_graph.extract.model.cast import ANNOTATE
from gsw_graph.extract.model.operator import TASKS
from gsw_graph.graph import Graph
from gsw_graph.harvest import Harvest, Request
from gsw_graph.language import count_tokens
from gsw_graph.llm.batch import BatchClient, BatchFailure, BatchRequest, BatchState
from gsw_graph.llm.batch_lines import within_bounds
from gsw_graph.llm.budget import Budget, Spent
from gsw_graph.llm.completion import Reply, Usage
from gsw_graph.llm.model import Model
from gsw_graph.llm.prices import Prices, check_budget
from gsw_graph.llm.tasks import Item, Task
from gsw_graph.log import Log
from gsw_graph.replies import Replies
from gsw_graph.underway import Batch, end_batch, is_at_work, keep_batch, under_way

FIRST_POLL, LONGEST_POLL = 2.0, 60.0
"""Seconds between two looks at a batch: the first, and the longest that they grow to."""
GROWTH = 1.5
MOST_SILENT = 60
"""Looks in a row that the endpoint may leave without an answer."""
MOST_TOGETHER = 5_000
"""Requests of one batch: fewer than the endpoint takes, so that the log's entry of it stays small."""
_TASKS = {task.name: task for task in TASKS}


class BatchProgress(NamedTuple):
    """How far a batch is."""

    id: str
    status: str
    done: int
    total: int


class Batches:
    """The batches of one workspace.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        model: Whom to ask.
        replies: Keeps what it says.
        prices: What models cost.
        log: The log, as this run's writer sees it.
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
        log: Log,
        *,
        budget: Budget | None,
        per_call: int,
    ) -> None:
        check_budget(budget, prices, model.name)
        self._graph = graph
        self._workspace = workspace
        self._model = model
        self._client = BatchClient(model)
        self._replies = replies
        self._prices = prices
        self._per_call = per_call
        self._budget = budget
        self._log = log
        self.harvest = Harvest(model.name, replies, prices)
        self._borne: dict[str, Spent] = {}
        self._taken: set[str] = set()

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
            if not self._await(progress, wait=wait):
                return False
            self._replies.give_back(self._taken)  # another process may have read, or given up, what they were in
            self._taken = set()
            missing = {
                task: {key: item for key, item in items.items() if key not in self.harvest.failed}
                for task, items in find().items()
            }
            if not any(missing.values()):
                return True
            if not self._submit(missing):
                time.sleep(FIRST_POLL)  # another process has just taken them

    def _await(self, progress: Callable[[BatchProgress], None], *, wait: bool) -> bool:
        """Read batches until none is left, and say whether that is reached; a short silence of the endpoint passes."""
        pause, silent = FIRST_POLL, 0
        while True:
            try:
                if self.finish(progress):
                    return True
                silent = 0
            except Passing:
                silent += 1
                if not wait or silent > MOST_SILENT:
                    raise
            if not wait:
                return False
            time.sleep(pause)
            pause = min(LONGEST_POLL, pause * GROWTH)

    def finish(self, progress: Callable[[BatchProgress], None] = lambda _: None) -> bool:
        """Read the batches that are over, and say whether none is left.

        Args:
            progress: Called for each.

        Raises:
            ModelError: The endpoint cannot be used.
        """
        left = False
        for batch in under_way(self._graph, self._workspace):
            found = self._found(batch)
            if found is None:
                left = True
                continue
            if not found:
                self._end(batch)
                continue
            state = self._client.state(found)
            progress(_progress(state))
            if state.over:
                self._finished(batch, state, progress)
            left = left or not state.over
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
            ConfigError: One is being sent just now.
        """
        for batch in under_way(self._graph, self._workspace):
            found = self._found(batch)
            if found is None:
                raise ConfigError("A batch is being sent just now.", hint="the same command again in a moment")
            try:
                if found:
                    self._client.cancel(found)
                else:
                    self._end(batch)
            except Passing:
                raise
            except OperatorError:  # the endpoint does not know it any more, so nothing will come of it
                self._end(batch)

    def _found(self, batch: Batch) -> str | None:
        """Return a batch's id, "" if it was never made, None if its owner may be sending it just now."""
        sent = bool(batch.id) or not is_at_work(self._graph, self._workspace, self._log, batch)  # asked before it is
        return batch.id or self._client.find(batch.label) or ("" if sent else None)

    def _end(self, batch: Batch) -> None:
        """Let the log forget a batch, and all of its inputs be asked for again that have no reply."""
        self._replies.give_back(batch.keys)
        end_batch(self._graph, self._workspace, batch)

    def _submit(self, missing: Mapping[Task, Mapping[str, Item]]) -> bool:
        """Make batches of what nobody else is asking for, and say whether there was any."""
        groups: list[Request] = []
        for task, items in missing.items():
            keys = list(items)
            mine: set[str] = set()
            for start in range(0, len(keys), MOST_TOGETHER):
                mine |= self._replies.take(keys[start : start + MOST_TOGETHER]).mine
            self._taken |= mine
            per_call = 1 if task is ANNOTATE else self._per_call
            groups += self.harvest.requests(task, [items[key] for key in keys if key in mine], self._model, per_call)
        named = {f"{one.task.name}-{number}": one for number, one in enumerate(groups, 1)}
        lines = (BatchRequest(name, one.body) for name, one in named.items())
        for batch in within_bounds(lines, MOST_TOGETHER):
            self._make({line.custom_id: named[line.custom_id] for line in batch})
        return bool(groups)

    def _make(self, named: Mapping[str, Request]) -> None:
        """Make one batch; the log knows of it before the endpoint does."""
        entries = {name: (one.task.name, [item.key for item in one.items]) for name, one in named.items()}
        tokens = {name: one.tokens for name, one in named.items()}
        batch = self.harvest.remembered(
            Batch(f"gsw {uuid.uuid4().hex}", "", entries, owner=self._log.owner, tokens=tokens)
        )
        self._borne[batch.label] = self._bear(list(named.values()))
        keep_batch(self._graph, self._workspace, batch)
        lines = [BatchRequest(name, request.body) for name, request in named.items()]
        made = batch._replace(id=self._client.submit(lines, label=batch.label))
        keep_batch(self._graph, self._workspace, made)

    def _bear(self, requests: Sequence[Request]) -> Spent:
        """Have the budget bear a batch, by what its replies will be about, and return that."""
        tokens_in = sum(request.tokens for request in requests)
        tokens_out = round(
            sum(REPLIES[one.task.name].of(count_tokens(item.text)) for one in requests for item in one.items)
        )
        cost = self._prices.cost(self._model.name, Usage(tokens_in, 0, tokens_out), batch=True) or 0.0
        spent = Spent(tokens_in + tokens_out, cost)
        if self._budget:
            self._budget.reserve(spent)
            self._budget.settle(spent, spent)
        return spent

    def _finished(self, batch: Batch, state: BatchState, progress: Callable[[BatchProgress], None]) -> None:
        """Keep what a batch that is over has brought, and let the log forget it, whatever that is."""
        self.harvest.recall(batch)
        stops = self._read(batch, state)
        self._replies.flush()
        self._end(batch)
        try:
            self._client.delete_files(state)
        except GSWError:  # a courtesy to who pays for the place: a key may not be allowed to, and nothing is lost
            progress(_progress(state)._replace(status=f"{state.status}, its files stay there"))
        if stops:
            raise stops

    def _read(self, batch: Batch, state: BatchState) -> ModelError | None:
        """Keep what a batch has brought, and return what stops the run, if it has brought that."""
        if state.status == "failed" and not state.output_file_id:
            return ModelError(f"The batch {state.id} failed as a whole: {state.reason}", hint="mend that and try again")
        results = self._results(state)
        stops: ModelError | None = None
        real = Spent()
        for name, (task_name, keys) in batch.requests.items():
            task = _TASKS[task_name]
            result = results.get(name) or BatchFailure(Passing(f"The batch {state.id} does not say what it replied."))
            uid = f"{state.id}:{name}"
            if isinstance(result, BatchFailure) and isinstance(result.error, ModelError):
                stops = result.error
                continue
            if isinstance(result, BatchFailure):
                used = self.harvest.note(task, keys, result.error, uid)
            else:
                used = self.harvest.keep(task, keys, result, uid, batch.tokens.get(name, 0))
            real = Spent(real.tokens + used.tokens, real.usd + used.usd)
        if self._budget and (borne := self._borne.pop(batch.label, None)):  # others were borne by the run they are of
            self._budget.spend(Spent(real.tokens - borne.tokens, real.usd - borne.usd))
        return stops

    def _results(self, state: BatchState) -> dict[str, Reply | BatchFailure]:
        """Return what came of each request; nothing if that is gone, since another has read it, or since it is old."""
        try:
            return dict(self._client.results(state))
        except Passing:
            raise
        except OperatorError:
            return {}


def _progress(state: BatchState) -> BatchProgress:
    return BatchProgress(state.id, state.status, state.completed + state.failed, state.total)
