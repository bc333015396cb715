"""Letting the model of a workspace decide which later passages answer its open questions."""

from typing import NamedTuple

from gsw_graph.decisions import Answer, Decision, rulings
from gsw_graph.entities import one_actor
from gsw_graph.errors import ConfigError, OperatorError
from gsw_graph.graph import Graph, Row
from gsw_graph.llm.asking import Asks
from gsw_graph.log import Log
from gsw_graph.models import model_asker
from gsw_graph.opening import Choice
from gsw_graph.replies import mark_replies
from gsw_graph.settings import Settings
from gsw_graph.settling import settle
from gsw_graph.verdicts import VERDICT, Case, Ruling, decide, open_question

PASSAGES = 5
"""Passages that are tried for each question."""


class Closed(NamedTuple):
    """What a model decided on a question and a passage."""

    question: str
    """In words."""
    document: str
    """Where the passage is."""
    chapter: int
    passage: str
    verdict: str
    """answers, does not, unsure, or failed."""
    reason: str
    """In the model's words, or why there is no verdict."""
    number: int
    """Of the decision; 0 if there is none."""


def close(graph: Graph, workspace: str, settings: Settings, chosen: Choice, entity: str, most: int) -> list[Closed]:
    """Ask the model of a workspace whether later passages answer open questions, and decide where it is sure.

    Each question is tried with each of a few passages by itself, so that no verdict depends on what else was there.
    What was decided on already is not asked again.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        settings: Limits, budget and key.
        chosen: Which model, and where.
        entity: Name, alias or uid of an actor that the questions are about; "" for all.
        most: How many questions.

    Raises:
        InputError: The name means nobody, several, or a place.
        ConfigError: No model was chosen for the workspace, or its key is missing.
        ModelError: The model cannot be used at all.
        BudgetError: The budget is spent.
    """
    if not chosen.asks_model:
        raise ConfigError(
            f"No model was chosen for the workspace {workspace!r}, and its texts go to none.",
            hint="gsw operator llm --model NAME",
        )
    actor = one_actor(graph, workspace, entity)["uid"] if entity else ""
    found = graph.run("network/may_answer", workspace=workspace, actor=actor, questions=most, passages=PASSAGES)
    known = rulings(graph, workspace).answers
    pairs = {
        f"{row['uid']} {passage['claim']}": (row, passage)
        for row in found
        for passage in row["found"]
        if (row["uid"], passage["claim"]) not in known
    }
    if not pairs:
        return []
    log = Log(graph, workspace)
    asker = model_asker(graph, workspace, log, settings, chosen, per_call=settings.chunks_per_call)
    with log.working(), asker.open([VERDICT]):
        return _closed(graph, workspace, asker, pairs)


def _closed(graph: Graph, workspace: str, asker: Asks, pairs: dict[str, tuple[Row, Row]]) -> list[Closed]:
    """Decide on pairs of a question and a passage as a model says."""
    said = decide(asker, [_case(key, *pair) for key, pair in pairs.items()])
    sure: dict[str, Decision] = {}
    rests: dict[str, set[str]] = {}
    for key, (row, passage) in pairs.items():
        ruling = said[key]
        if isinstance(ruling, Ruling):
            rests.setdefault(ruling.reply, set()).update((row["entry"], passage["entry"]))
            if ruling.verdict != "unsure":
                what = Answer(question=row["uid"], claim=passage["claim"], yes=ruling.verdict == "yes")
                sure[key] = Decision(what=what, by=asker.model, reply=ruling.reply)
    numbers = dict(zip(sure, settle(graph, workspace, list(sure.values())), strict=True)) if sure else {}
    mark_replies(graph, workspace, rests)
    return [_shown(*pair, said[key], numbers.get(key, 0)) for key, pair in pairs.items()]


def _case(key: str, row: Row, passage: Row) -> Case:
    return open_question(key, row["label"], raised=row["raised"], passages=[passage["text"]])


def _shown(row: Row, passage: Row, ruling: Ruling | OperatorError, number: int) -> Closed:
    """Return what was decided on a question and a passage."""
    where = (row["label"], passage["document"], passage["chapter"], passage["text"])
    if isinstance(ruling, OperatorError):
        return Closed(*where, "failed", str(ruling), 0)
    verdict = {"yes": "answers", "no": "does not"}.get(ruling.verdict, "unsure")
    return Closed(*where, verdict, ruling.reason, number)
