"""What the model of a workspace decides in place of a person: verdicts, kept as decisions where it is sure."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from gsw_graph.decisions import Content, Decision
from gsw_graph.errors import ConfigError, OperatorError
from gsw_graph.graph import Graph
from gsw_graph.llm.asking import Asks
from gsw_graph.log import Log
from gsw_graph.models import model_asker
from gsw_graph.opening import Choice
from gsw_graph.replies import mark_replies
from gsw_graph.settings import Settings
from gsw_graph.settling import settle
from gsw_graph.verdicts import VERDICT, Case, Ruling, decide


class Matter(NamedTuple):
    """Something in doubt, and what is decided by either verdict."""

    case: Case
    entries: frozenset[str]
    """Log keys of the readings that the case shows."""
    yes: Content
    no: Content


class Outcome(NamedTuple):
    """What became of a matter."""

    ruling: Ruling | OperatorError
    number: int
    """Of the decision; 0 if there is none."""


def need_model(workspace: str, chosen: Choice) -> None:
    """Make sure that a model was chosen, so that texts may go to it.

    Args:
        workspace: Name of the workspace.
        chosen: Which model, and where.

    Raises:
        ConfigError: None was.
    """
    if not chosen.asks_model:
        raise ConfigError(
            f"No model was chosen for the workspace {workspace!r}, and its texts go to none.",
            hint="gsw operator llm --model NAME",
        )


@contextmanager
def asking_for_verdicts(graph: Graph, workspace: str, settings: Settings, chosen: Choice) -> Iterator[Asks]:
    """Yield who answers for the model that was chosen, open for verdicts.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        settings: Limits, budget and key.
        chosen: Which model, and where.

    Raises:
        ConfigError: Its key is missing.
        ModelError: It cannot be used at all.
        BudgetError: The budget is spent.
    """
    log = Log(graph, workspace)
    asker = model_asker(graph, workspace, log, settings, chosen, per_call=settings.chunks_per_call)
    with log.working(), asker.open([VERDICT]):
        yield asker


def decide_as_it_says(graph: Graph, workspace: str, asker: Asks, matters: Sequence[Matter]) -> list[Outcome]:
    """Decide on matters as a model says, and keep what its verdicts rest on; return what became of each.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        asker: Answers for the model; it is open for verdicts.
        matters: What is in doubt, each case under a key of its own.

    Raises:
        ModelError: The model cannot be used at all.
        BudgetError: The budget is spent.
    """
    said = decide(asker, [matter.case for matter in matters])
    sure: dict[str, Decision] = {}
    rests: dict[str, set[str]] = {}
    for case, entries, yes, no in matters:
        ruling = said[case.key]
        if isinstance(ruling, Ruling):
            rests.setdefault(ruling.reply, set()).update(entries)
            if ruling.verdict != "unsure":
                what = yes if ruling.verdict == "yes" else no
                sure[case.key] = Decision(what=what, by=asker.model, reply=ruling.reply)
    numbers = dict(zip(sure, settle(graph, workspace, list(sure.values())), strict=True)) if sure else {}
    mark_replies(graph, workspace, rests)
    return [Outcome(said[matter.case.key], numbers.get(matter.case.key, 0)) for matter in matters]
