"""The model of a workspace, put together for one run: its endpoint, limits, budget, and where its replies are kept."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import platformdirs

from gsw_graph.batches import Batches, BatchProgress
from gsw_graph.errors import ConfigError
from gsw_graph.estimate import Estimate, Estimator
from gsw_graph.extract.model.operator import ModelOperator
from gsw_graph.graph import Graph
from gsw_graph.ledger import new_run
from gsw_graph.llm.asking import Asker
from gsw_graph.llm.budget import Budget
from gsw_graph.llm.caller import Call, Caller
from gsw_graph.llm.limits import Limits
from gsw_graph.llm.model import Model
from gsw_graph.llm.prices import Prices, check_budget
from gsw_graph.llm.spool import Spool
from gsw_graph.llm.tasks import Item, Task
from gsw_graph.log import Log
from gsw_graph.needs import Needed, Needs
from gsw_graph.opening import Choice
from gsw_graph.planning import DocumentReport
from gsw_graph.records import Document, content_uid
from gsw_graph.replies import Replies
from gsw_graph.settings import Settings
from gsw_graph.underway import under_way

Documents = Iterable[Document | DocumentReport]
"""Documents as they were read; a report stands for one that could not be."""


def model_operator(graph: Graph, workspace: str, log: Log, settings: Settings, chosen: Choice) -> ModelOperator:
    """Return the Operator that asks the model of a workspace.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        log: The log, as this run's writer sees it.
        settings: Limits, budget, key.
        chosen: Which model, and where.

    Raises:
        ConfigError: A key is needed and there is none, a price list or budget cannot be used, or a batch is under way
            that may hold the same inputs.
    """
    if under_way(graph, workspace) and not _finish_batches(graph, workspace, settings, chosen):
        raise ConfigError(
            f"The workspace {workspace!r} waits for batches, and would pay twice for what is in them.",
            hint="the same command with --batch, or when they are over, which 'gsw batch cancel' brings about",
        )
    asker = model_asker(graph, workspace, log, settings, chosen, per_call=settings.chunks_per_call)
    return ModelOperator(asker, per_call=settings.chunks_per_call, concurrency=settings.concurrency)


def model_asker(
    graph: Graph,
    workspace: str,
    log: Log,
    settings: Settings,
    chosen: Choice,
    *,
    per_call: int = 1,
    counted: Callable[[Call], object] = lambda call: None,
) -> Asker:
    """Return what asks the model of a workspace; each makes a run of its own in the ledger.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        log: The log, as this run's writer sees it.
        settings: Limits, budget, key.
        chosen: Which model, and where.
        per_call: Most items to a call.
        counted: Told of each request that was sent, also of failed ones, in the thread that sent it.

    Raises:
        ConfigError: A key is needed and there is none, or a price list or budget cannot be used.
    """
    replies = _replies(graph, workspace, log, chosen)

    def count(call: Call) -> None:
        replies.count(call)
        counted(call)

    caller = Caller(
        model_of(settings, chosen),
        limits=Limits(settings.requests_per_minute, settings.tokens_per_minute),
        budget=Budget.parse(settings.budget) if settings.budget else None,
        prices=Prices(settings.prices),
        concurrency=settings.concurrency,
        counted=count,
    )
    spool = Spool(_spool_folder(graph, workspace, settings))
    return Asker(caller, replies, spool, model=chosen.model, per_call=per_call)


def model_of(settings: Settings, chosen: Choice) -> Model:
    """Return the endpoint of a model.

    Args:
        settings: With the key.
        chosen: Which model, and where.

    Raises:
        ConfigError: A key is needed and there is none.
    """
    key = settings.api_key.get_secret_value() or os.environ.get("OPENAI_API_KEY", "")
    if not key and not chosen.base_url:
        raise ConfigError(
            f"The model {chosen.model!r} is at OpenAI, and there is no key for it.",
            hint="set GSW_API_KEY or OPENAI_API_KEY, or --base-url for a server that needs none",
        )
    return Model(
        chosen.model,
        base_url=chosen.base_url,
        api_key=key,
        timeout=settings.call_seconds,
        reasoning_tokens=settings.reasoning_tokens,
    )


def _finish_batches(graph: Graph, workspace: str, settings: Settings, chosen: Choice) -> bool:
    """Keep what batches that are over have brought, and say whether none is left."""
    log = Log(graph, workspace)
    replies = _replies(graph, workspace, log, chosen)
    with _batches(graph, workspace, settings, chosen, replies) as batches, log.working(), replies.open():
        return batches.finish()


def _replies(graph: Graph, workspace: str, log: Log, chosen: Choice) -> Replies:
    """Return where replies are kept; what they cost is one run of the ledger."""
    return Replies(graph, workspace, log, model=chosen.model, run=new_run())


def _spool_folder(graph: Graph, workspace: str, settings: Settings) -> Path:
    """Return where replies are spooled: a folder for each workspace of each database."""
    home = Path(settings.home) if settings.home else Path(platformdirs.user_data_dir("gsw-graph"))
    where = settings.neo4j_uri or "managed"
    return home / "replies" / content_uid("spool", where, graph.database or "", workspace)


def drop_left(graph: Graph, workspace: str, settings: Settings) -> None:
    """Remove what processes that are gone left on disk of what a model said.

    Args:
        graph: The database.
        workspace: Name of the workspace; a text of it is forgotten.
        settings: With the folder.
    """
    for path, _ in Spool(_spool_folder(graph, workspace, settings)).left():
        path.unlink()


def estimate(
    graph: Graph,
    workspace: str,
    settings: Settings,
    chosen: Choice,
    documents: Documents,
    *,
    batch: bool,
) -> Estimate:
    """Return what reading documents by the model of a workspace will cost; nothing is asked, and nothing written.

    Args:
        graph: The database.
        workspace: Name of the workspace; it need not be there.
        settings: Chunks to a call, price list, chapter pattern.
        chosen: Which model.
        documents: What was read; a report stands for one that could not be.
        batch: Whether the calls would go in batches.

    Raises:
        ConfigError: The price list cannot be used.
    """
    log = Log(graph, workspace)
    needs = Needs(log, chosen.model, guess=True)
    needed = Needed(graph, workspace, log, needs, chapter_pattern=settings.chapter_pattern)
    per_call = settings.chunks_per_call
    return Estimator(needed, needs, Prices(settings.prices), per_call=per_call, batch=batch).estimate(documents)


def check_model(settings: Settings, chosen: Choice) -> None:
    """Check that a model can be asked, as far as that is known before it is.

    Args:
        settings: Budget, price list, key.
        chosen: Which model, and where.

    Raises:
        ConfigError: A key is needed and there is none, or an address, price list or budget cannot be used.
    """
    model_of(settings, chosen)
    budget = Budget.parse(settings.budget) if settings.budget else None
    check_budget(budget, Prices(settings.prices), chosen.model)


def settle_batches(
    graph: Graph,
    workspace: str,
    settings: Settings,
    chosen: Choice,
    documents: Callable[[], Documents],
    *,
    wait: bool,
    progress: Callable[[BatchProgress], None],
) -> Mapping[str, str] | None:
    """Ask in batches whatever reading some documents takes; return why some inputs have no reply, by log key.

    Returns None where batches are under way that are not waited for.

    Args:
        graph: The database.
        workspace: Name of the workspace, which is there.
        settings: Chunks to a call, budget, price list, chapter pattern, key.
        chosen: Which model, and where.
        documents: Reads them, each time anew.
        wait: Whether to wait for batches.
        progress: Called whenever a batch was looked at.

    Raises:
        ModelError: The endpoint cannot be used, or has no batches.
        BudgetError: The next batch may cost more than is left.
    """
    log = Log(graph, workspace)
    replies = _replies(graph, workspace, log, chosen)

    def find() -> dict[Task, dict[str, Item]]:
        needs = Needs(log, chosen.model, guess=False)
        needed = Needed(graph, workspace, log, needs, chapter_pattern=settings.chapter_pattern)
        for _ in needed.find(documents()):
            pass
        return needs.missing

    with _batches(graph, workspace, settings, chosen, replies) as batches, log.working(), replies.open():
        done = batches.settle(find, wait=wait, progress=progress)
    return batches.failed if done else None


def look_at_batches(graph: Graph, workspace: str, settings: Settings, chosen: Choice) -> list[BatchProgress]:
    """Return how far the batches under way are; nothing is read of them.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        settings: With the key.
        chosen: Which model, and where.

    Raises:
        ModelError: The endpoint cannot be used.
    """
    if not under_way(graph, workspace):
        return []
    replies = _replies(graph, workspace, Log(graph, workspace), chosen)
    with _batches(graph, workspace, settings, chosen, replies) as batches:
        return list(batches.look())


def cancel_batches(graph: Graph, workspace: str, settings: Settings, chosen: Choice) -> int:
    """Give up the batches under way, and return how many there were; what is done of them is kept by the next --batch.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        settings: With the key.
        chosen: Which model, and where.

    Raises:
        ModelError: The endpoint cannot be used.
    """
    if not (count := len(under_way(graph, workspace))):
        return 0
    replies = _replies(graph, workspace, Log(graph, workspace), chosen)
    with _batches(graph, workspace, settings, chosen, replies) as batches:
        batches.cancel()
    return count


def reader_of_batches(log: Log, chosen: Choice, failed: Mapping[str, str]) -> ModelOperator:
    """Return the Operator that reads what batches have brought, and asks nobody.

    Args:
        log: The log, as this run's writer sees it.
        chosen: Which model.
        failed: Why some inputs have no reply, by log key.
    """
    return ModelOperator(Needs(log, chosen.model, guess=False, failed=failed), per_call=1, concurrency=1)


@contextmanager
def _batches(graph: Graph, workspace: str, settings: Settings, chosen: Choice, replies: Replies) -> Iterator[Batches]:
    """Yield the batches of a workspace, and close their connections."""
    budget = Budget.parse(settings.budget) if settings.budget else None
    model = model_of(settings, chosen)
    try:
        parts = (graph, workspace, model, replies, Prices(settings.prices))
        yield Batches(*parts, budget=budget, per_call=settings.chunks_per_call)
    finally:
        model.close()
