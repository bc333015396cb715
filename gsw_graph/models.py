"""The model of a workspace, put together for one run: its endpoint, limits, budget, and where its replies are kept."""

import os
import uuid
from pathlib import Path

import platformdirs

from gsw_graph.errors import ConfigError
from gsw_graph.extract.model.operator import ModelOperator
from gsw_graph.graph import Graph
from gsw_graph.llm.asking import Asker
from gsw_graph.llm.budget import Budget
from gsw_graph.llm.caller import Caller
from gsw_graph.llm.limits import Limits
from gsw_graph.llm.model import Model
from gsw_graph.llm.prices import Prices
from gsw_graph.llm.spool import Spool
from gsw_graph.log import Log, now
from gsw_graph.opening import Choice
from gsw_graph.records import content_uid
from gsw_graph.replies import Replies
from gsw_graph.settings import Settings


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
    graph: Graph, workspace: str, log: Log, settings: Settings, chosen: Choice, *, per_call: int = 1
) -> Asker:
    """Return what asks the model of a workspace; each makes a run of its own in the ledger.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        log: The log, as this run's writer sees it.
        settings: Limits, budget, key.
        chosen: Which model, and where.
        per_call: Most items to a call.

    Raises:
        ConfigError: A key is needed and there is none, or a price list or budget cannot be used.
    """
    run = f"{now():%Y-%m-%dT%H:%M:%SZ} {uuid.uuid4().hex[:6]}"
    replies = Replies(graph, workspace, log, model=chosen.model, run=run)
    caller = Caller(
        model_of(settings, chosen),
        limits=Limits(settings.requests_per_minute, settings.tokens_per_minute),
        budget=Budget.parse(settings.budget) if settings.budget else None,
        prices=Prices(settings.prices),
        counted=replies.count,
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
    return Model(chosen.model, base_url=chosen.base_url, api_key=key, timeout=settings.call_seconds)


def _spool_folder(graph: Graph, workspace: str, settings: Settings) -> Path:
    """Return where replies are spooled: a folder for each workspace of each database."""
    home = Path(settings.home) if settings.home else Path(platformdirs.user_data_dir("gsw-graph"))
    where = settings.neo4j_uri or "managed"
    return home / "replies" / content_uid("spool", where, graph.database or "", workspace)
