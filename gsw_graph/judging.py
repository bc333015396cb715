"""Letting the model of a workspace decide on the pairs that rules leave in doubt."""

from collections.abc import Sequence
from typing import NamedTuple

from gsw_graph.decisions import Apart, Decision, Same
from gsw_graph.errors import ConfigError, OperatorError
from gsw_graph.graph import Graph
from gsw_graph.llm.asking import Asks
from gsw_graph.log import Log
from gsw_graph.models import model_asker
from gsw_graph.opening import Choice
from gsw_graph.replies import mark_replies
from gsw_graph.review import Pair, Side, pairs
from gsw_graph.settings import Settings
from gsw_graph.settling import settle
from gsw_graph.verdicts import VERDICT, Account, Ruling, decide, same_actor


class Judged(NamedTuple):
    """What a model decided."""

    pair: str
    """Short id of the pair."""
    one: str
    """Name of one of them."""
    other: str
    verdict: str
    """same, apart, unsure, or failed."""
    reason: str
    """In the model's words, or why there is no verdict."""
    number: int
    """Of the decision; 0 if there is none."""


def judge(graph: Graph, workspace: str, settings: Settings, chosen: Choice, most: int) -> list[Judged]:
    """Ask the model of a workspace about the most doubtful pairs, and decide as it says where it is sure.

    What it was asked before is not paid for again. What it is not sure of stays in doubt.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        settings: Limits, budget and key.
        chosen: Which model, and where.
        most: How many pairs.

    Raises:
        ConfigError: No model was chosen for the workspace, or its key is missing.
        ModelError: The model cannot be used at all.
        BudgetError: The budget is spent.
    """
    if not chosen.asks_model:
        raise ConfigError(
            f"No model was chosen for the workspace {workspace!r}, and its texts go to none.",
            hint="gsw operator llm --model NAME",
        )
    found = pairs(graph, workspace, most)
    if not found:
        return []
    log = Log(graph, workspace)
    asker = model_asker(graph, workspace, log, settings, chosen, per_call=settings.chunks_per_call)
    with log.working(), asker.open([VERDICT]):
        return judged(graph, workspace, asker, found)


def judged(graph: Graph, workspace: str, asker: Asks, found: Sequence[Pair]) -> list[Judged]:
    """Decide on pairs as a model says.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        asker: Answers for the model; it is open for verdicts.
        found: The pairs.

    Raises:
        ModelError: The model cannot be used at all.
        BudgetError: The budget is spent.
    """
    said = decide(asker, [same_actor(pair.id, _account(pair.one), _account(pair.other)) for pair in found])
    sure: dict[str, Decision] = {}
    rests: dict[str, set[str]] = {}
    for pair in found:
        ruling = said[pair.id]
        if isinstance(ruling, Ruling):
            rests.setdefault(ruling.reply, set()).update(pair.one.entries, pair.other.entries)
            if ruling.verdict != "unsure":
                kind = Same if ruling.verdict == "yes" else Apart
                what = kind(one=pair.one.persona, other=pair.other.persona)
                sure[pair.id] = Decision(what=what, by=asker.model, reply=ruling.reply)
    numbers = dict(zip(sure, settle(graph, workspace, list(sure.values())), strict=True)) if sure else {}
    mark_replies(graph, workspace, rests)
    return [_judged(pair, said[pair.id], numbers.get(pair.id, 0)) for pair in found]


def _account(side: Side) -> Account:
    """Return what a model is told of one side of a pair."""
    passages = [passage.text for passage in side.passages]
    return Account(side.names, side.kinds, side.roles, side.states, side.places, passages=passages)


def _judged(pair: Pair, ruling: Ruling | OperatorError, number: int) -> Judged:
    """Return what a model decided on a pair."""
    if isinstance(ruling, OperatorError):
        return Judged(pair.id, pair.one.name, pair.other.name, "failed", str(ruling), 0)
    verdict = {"yes": "same", "no": "apart"}.get(ruling.verdict, "unsure")
    return Judged(pair.id, pair.one.name, pair.other.name, verdict, ruling.reason, number)
