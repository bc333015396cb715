"""The model of a workspace, put together for one run: its endpoint, limits, budget, and where its replies are kept."""

import os
from collections.abc import Callable, Iterable
from pathlib import Path

import platformdirs

from gsw_graph.answer.asked import TASKS as ASKED
from gsw_graph.errors import ConfigError
from gsw_graph.estimate import Estimate, Estimator
from gsw_graph.extract.model.operator import TASKS, ModelOperator
from gsw_graph.graph import Graph
from gsw_graph.ledger import new_run
from gsw_graph.llm.asking import Asker, recover
from gsw_graph.llm.budget import Budget
from gsw_graph.llm.caller import Call, Caller
from gsw_graph.llm.limits import Limits
from gsw_graph.llm.model import OPENAI, Model
from gsw_graph.llm.prices import Prices, check_budget
from gsw_graph.llm.spool import Spool
from gsw_graph.log import Log
from gsw_graph.needs import Needed, Needs
from gsw_graph.opening import Choice
from gsw_graph.planning import DocumentReport
from gsw_graph.records import Document, content_uid
from gsw_graph.replies import Replies
from gsw_graph.settings import Settings

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
        ConfigError: A key is needed and there is none, or a price list or budget cannot be used.
    """
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
    replies = replies_of(graph, workspace, log, chosen)
    caller = caller_of(settings, chosen, replies, counted=counted)
    return Asker(caller, replies, spool_of(graph, workspace, settings), model=chosen.model, per_call=per_call)


def caller_of(
    settings: Settings, chosen: Choice, replies: Replies, *, counted: Callable[[Call], object] = lambda call: None
) -> Caller:
    """Return what makes the calls of a run.

    Args:
        settings: Limits, budget, key.
        chosen: Which model, and where.
        replies: Keeps the bill of failed ones.
        counted: Told of each request that was sent, also of failed ones, in the thread that sent it.

    Raises:
        ConfigError: A key is needed and there is none, or a price list or budget cannot be used.
    """

    def count(call: Call) -> None:
        replies.count(call)
        counted(call)

    return Caller(
        model_of(settings, chosen),
        limits=Limits(settings.requests_per_minute, settings.tokens_per_minute),
        budget=Budget.parse(settings.budget) if settings.budget else None,
        prices=Prices(settings.prices),
        concurrency=settings.concurrency,
        counted=count,
    )


def model_of(settings: Settings, chosen: Choice) -> Model:
    """Return the endpoint of a model.

    Args:
        settings: With the key.
        chosen: Which model, and where.

    Raises:
        ConfigError: A key is needed and there is none.
    """
    key = settings.api_key.get_secret_value() or os.environ.get("OPENAI_API_KEY", "")
    if not key and chosen.base_url == OPENAI:
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


def replies_of(graph: Graph, workspace: str, log: Log, chosen: Choice) -> Replies:
    """Return where replies are kept; what they cost is one run of the ledger.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        log: The log, as this run's writer sees it.
        chosen: Which model.
    """
    return Replies(graph, workspace, log, model=chosen.model, run=new_run())


def spool_of(graph: Graph, workspace: str, settings: Settings) -> Spool:
    """Return where replies are written down as they come: a folder for each workspace of each database.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        settings: With the folder.
    """
    home = Path(settings.home) if settings.home else Path(platformdirs.user_data_dir("gsw-graph"))
    where = settings.neo4j_uri or "managed"
    return Spool(home / "replies" / content_uid("spool", where, graph.database or "", workspace))


def drop_left(graph: Graph, workspace: str, settings: Settings) -> None:
    """Take into the log what processes that are gone left on disk of what a model said, and leave none of it there.

    Args:
        graph: The database.
        workspace: Name of the workspace; a text of it is to be forgotten, which the log then does.
        settings: With the folder.
    """
    spool = spool_of(graph, workspace, settings)
    if not any(True for _ in spool.left()):
        return
    log = Log(graph, workspace)
    replies = Replies(graph, workspace, log, model="", run=new_run())
    with log.working(), replies.open():
        recover(spool, replies, (*TASKS, *ASKED))
    for path, _ in spool.left():  # what only another version can read
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
