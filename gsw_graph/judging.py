"""Letting the model of a workspace decide on the pairs that rules leave in doubt."""

from typing import NamedTuple

from gsw_graph.decisions import Apart, Same
from gsw_graph.errors import OperatorError
from gsw_graph.graph import Graph
from gsw_graph.model_decisions import Matter, asking_for_verdicts, decide_as_it_says, need_model
from gsw_graph.opening import Choice
from gsw_graph.review import Pair, Side, pairs
from gsw_graph.settings import Settings
from gsw_graph.verdicts import Account, Ruling, same_actor


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
    need_model(workspace, chosen)
    found = pairs(graph, workspace, most)
    if not found:
        return []
    with asking_for_verdicts(graph, workspace, settings, chosen) as asker:
        outcomes = decide_as_it_says(graph, workspace, asker, [_matter(pair) for pair in found])
    return [_judged(pair, *outcome) for pair, outcome in zip(found, outcomes, strict=True)]


def _matter(pair: Pair) -> Matter:
    """Return what a model is asked about a pair."""
    one, other = pair.one.persona, pair.other.persona
    return Matter(
        same_actor(pair.id, _account(pair.one), _account(pair.other)),
        frozenset((*pair.one.entries, *pair.other.entries)),
        Same(one=one, other=other),
        Apart(one=one, other=other),
    )


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
