"""Answering by the way that a workspace has chosen: off the graph, or by a model, whose bill comes with the answer."""

import time

from gsw_graph.answer import Answerer
from gsw_graph.as_of import in_view
from gsw_graph.embed import Embedder
from gsw_graph.graph import Graph
from gsw_graph.ledger import keep_embedding_calls, new_run
from gsw_graph.log import Log
from gsw_graph.opening import Choice
from gsw_graph.settings import Settings
from gsw_graph.views import Answer, View


def answer(
    graph: Graph,
    workspace: str,
    embedder: Embedder,
    settings: Settings,
    chosen: Choice,
    question: str,
    *,
    max_tokens: int,
    max_chapters: int,
    arm: str,
    view: View | None = None,
    explain: bool = False,
) -> Answer:
    """Answer a question.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        embedder: Makes the vectors of content cues and summaries.
        settings: Limits, budget and key, for a model.
        chosen: Who answers.
        question: The question.
        max_tokens: Budget of the context, in o200k tokens.
        max_chapters: Most chapters to draw on; 0 is no limit.
        arm: How chapters are chosen and what of the memory may be used: a name of `answer.arms.ARMS`.
        view: What of the memory to answer from; all if there is none.
        explain: Whether to say why the answer is as it is.

    Raises:
        InputError: The question is blank or too long, a budget is negative, or there is no such chapter or arm.
        ConfigError: A key is needed and there is none, or a price list or budget cannot be used.
        OperatorError: What the model replies cannot be used.
        ModelError: The model cannot be used at all.
        BudgetError: The budget is spent.
    """
    seen = in_view(graph, workspace, view)
    try:
        if chosen.answers == "llm":
            said = _by_model(
                seen,
                workspace,
                embedder,
                settings,
                chosen,
                question,
                max_tokens=max_tokens,
                max_chapters=max_chapters,
                arm=arm,
                explain=explain,
            )
        else:
            said = Answerer(seen, workspace, embedder).answer(
                question, max_tokens=max_tokens, max_chapters=max_chapters, arm=arm, explain=explain
            )
    finally:
        keep_embedding_calls(graph, workspace, embedder, settings.prices, run=new_run())
    return said if view is None else said.model_copy(update={"view": view, "notes": (*said.notes, *view.notes)})


def _by_model(
    graph: Graph,
    workspace: str,
    embedder: Embedder,
    settings: Settings,
    chosen: Choice,
    question: str,
    *,
    max_tokens: int,
    max_chapters: int,
    arm: str,
    explain: bool,
) -> Answer:
    """Answer a question by a model, which is asked for nothing that the log has, and not at all without evidence."""
    from gsw_graph.answer.asked import TASKS  # who asks no model need not load it
    from gsw_graph.answer.by_model import ModelAnswerer
    from gsw_graph.llm.caller import Call
    from gsw_graph.models import model_asker

    started = time.monotonic()
    answerer = ModelAnswerer(graph, workspace, embedder)
    prepared = answerer.prepare(question, max_tokens=max_tokens, max_chapters=max_chapters, arm=arm)
    calls: list[Call] = []
    if prepared.holds_something:
        log = Log(graph, workspace)
        per_call = settings.chunks_per_call
        asker = model_asker(graph, workspace, log, settings, chosen, per_call=per_call, counted=calls.append)
        with log.working(), asker.open(TASKS):
            found = answerer.answer(
                prepared, asker, per_call=per_call, concurrency=settings.concurrency, explain=explain
            )
    else:
        found = answerer.explained(prepared, prepared.silence()) if explain else prepared.silence()
    costs = [call.cost for call in calls if call.tokens_in or call.tokens_out]
    bill = {
        "model": chosen.model,
        "paid_in": sum(call.tokens_in for call in calls),
        "paid_out": sum(call.tokens_out for call in calls),
        "cost": None if None in costs else sum((cost or 0.0 for cost in costs), 0.0),
        "seconds": time.monotonic() - started,
    }
    return found.model_copy(update=bill)
