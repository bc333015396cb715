"""The batches of a workspace, put together for one run: what is missing, one call that goes ahead, and the rest."""

from collections.abc import Callable, Iterator, Mapping, Set
from contextlib import contextmanager

from gsw_graph.batches import Batches, BatchProgress
from gsw_graph.errors import ConfigError, OperatorError
from gsw_graph.extract.model.operator import TASKS, ModelOperator
from gsw_graph.graph import Graph
from gsw_graph.llm.asking import Asker
from gsw_graph.llm.caller import Caller
from gsw_graph.llm.prices import Prices
from gsw_graph.llm.tasks import Item, Task
from gsw_graph.log import Log
from gsw_graph.models import Documents, caller_of, replies_of, spool_of
from gsw_graph.needs import Needed, Needs
from gsw_graph.opening import Choice
from gsw_graph.replies import IN_A_BATCH
from gsw_graph.settings import Settings
from gsw_graph.underway import under_way

Missing = dict[Task, dict[str, Item]]


class Batching:
    """Asks the model of one workspace in batches.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        settings: Chunks to a call, budget, price list, chapter pattern, key.
        chosen: Which model, and where.
    """

    def __init__(self, graph: Graph, workspace: str, settings: Settings, chosen: Choice) -> None:
        self._graph = graph
        self._workspace = workspace
        self._settings = settings
        self._chosen = chosen
        self._log = Log(graph, workspace)
        self._replies = replies_of(graph, workspace, self._log, chosen)

    def settle(
        self, documents: Callable[[], Documents], *, wait: bool, progress: Callable[[BatchProgress], None]
    ) -> Mapping[str, str] | None:
        """Ask whatever reading some documents takes; return why some inputs have no reply, by log key.

        Each run asks the model about its first input in a call of its own, before it makes a batch: a wrong key, or a
        parameter that it does not take, is told at once and not by every line of the batch, after a day.

        Returns None where batches are under way that are not waited for.

        Args:
            documents: Reads them, each time anew.
            wait: Whether to wait for batches.
            progress: Called whenever a batch was looked at.

        Raises:
            ConfigError: A key is needed and there is none, or a price list or budget cannot be used.
            ModelError: The endpoint cannot be used, or has no batches.
            BudgetError: The next batch may cost more than is left.
        """
        failed: dict[str, str] = {}
        with self._opened() as (caller, batches):
            asker = Asker(
                caller,
                self._replies,
                spool_of(self._graph, self._workspace, self._settings),
                model=self._chosen.model,
                per_call=1,
            )
            tried = False

            def find() -> Missing:
                nonlocal tried
                missing = self._missing(documents(), failed)
                if tried or not any(missing.values()):
                    return missing
                tried = True
                failed.update(_try_first(asker, missing, batches.harvest.alone))
                return self._missing(documents(), failed)

            with self._log.working(), asker.open(TASKS):
                done = batches.settle(find, wait=wait, progress=progress)
            return {**failed, **batches.harvest.failed} if done else None

    def look(self) -> list[BatchProgress]:
        """Return how far the batches under way are; nothing is read of them.

        Raises:
            ModelError: The endpoint cannot be used.
        """
        if not under_way(self._graph, self._workspace):
            return []
        with self._opened() as (_, batches):
            return list(batches.look())

    def cancel(self) -> int:
        """Give up the batches under way, and return how many there were; the next --batch keeps what is done of them.

        Raises:
            ModelError: The endpoint cannot be used.
        """
        if count := len(under_way(self._graph, self._workspace)):
            with self._opened() as (_, batches):
                batches.cancel()
        return count

    def make_way(self) -> None:
        """Let live calls go on: keep what batches that are over have brought.

        Raises:
            ConfigError: Others are under way, which may hold the same inputs.
            ModelError: The endpoint cannot be used.
        """
        if not under_way(self._graph, self._workspace):
            return
        with self._opened() as (_, batches), self._log.working(), self._replies.open():
            if batches.finish():
                return
        raise ConfigError(
            f"The workspace {self._workspace!r} waits for batches, and would pay twice for what is in them.",
            hint="the same command with --batch, or when they are over, which 'gsw batch cancel' brings about",
        )

    def _missing(self, documents: Documents, failed: Mapping[str, str]) -> Missing:
        """Return what the model would be asked of documents that the log has no reply to, without what has failed."""
        needs = Needs(self._log, self._chosen.model, guess=False)
        pattern = self._settings.chapter_pattern
        needed = Needed(self._graph, self._workspace, self._log, needs, chapter_pattern=pattern)
        for _ in needed.find(documents):
            pass
        return {
            task: {key: item for key, item in items.items() if key not in failed}
            for task, items in needs.missing.items()
        }

    @contextmanager
    def _opened(self) -> Iterator[tuple[Caller, Batches]]:
        """Yield what makes calls and what makes batches, of one model and one budget, and close the connections."""
        caller = caller_of(self._settings, self._chosen, self._replies)
        try:
            parts = (
                self._graph,
                self._workspace,
                caller.model,
                self._replies,
                Prices(self._settings.prices),
                self._log,
            )
            yield caller, Batches(*parts, budget=caller.budget, per_call=self._settings.chunks_per_call)
        finally:
            caller.model.close()


def _try_first(asker: Asker, missing: Missing, faulty: Set[str]) -> dict[str, str]:
    """Ask about the first input that is missing, and return why that failed, by its log key."""
    for task, items in missing.items():
        for key in (key for key in items if key not in faulty):  # those have their second and last call in the batch
            answer = asker.ask(task, [items[key]])[key]
            if isinstance(answer, OperatorError) and answer.args[0] != IN_A_BATCH:  # another's, since a moment ago
                return {key: answer.args[0]}
            return {}
    return {}


def reader_of_batches(log: Log, chosen: Choice, failed: Mapping[str, str]) -> ModelOperator:
    """Return the Operator that reads what batches have brought, and asks nobody.

    Args:
        log: The log, as this run's writer sees it.
        chosen: Which model.
        failed: Why some inputs have no reply, by log key.
    """
    return ModelOperator(Needs(log, chosen.model, guess=False, failed=failed), per_call=1, concurrency=1)
