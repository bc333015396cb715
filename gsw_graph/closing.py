"""Letting the model of a workspace decide which later passages answer its open questions."""

from typing import NamedTuple

from gsw_graph.decisions import Answer, rulings
from gsw_graph.entities import one_actor
from gsw_graph.errors import OperatorError
from gsw_graph.graph import Graph, Row
from gsw_graph.model_decisions import Matter, asking_for_verdicts, decide_as_it_says, need_model
from gsw_graph.opening import Choice
from gsw_graph.settings import Settings
from gsw_graph.verdicts import Ruling, open_question

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
    need_model(workspace, chosen)
    actor = one_actor(graph, workspace, entity)["uid"] if entity else ""
    found = graph.run("network/may_answer", workspace=workspace, actor=actor, questions=most, passages=PASSAGES)
    known = rulings(graph, workspace).answers
    pairs = [(row, passage) for row in found for passage in row["found"] if (row["uid"], passage["claim"]) not in known]
    if not pairs:
        return []
    with asking_for_verdicts(graph, workspace, settings, chosen) as asker:
        outcomes = decide_as_it_says(graph, workspace, asker, [_matter(*pair) for pair in pairs])
    return [_shown(*pair, *outcome) for pair, outcome in zip(pairs, outcomes, strict=True)]


def _matter(row: Row, passage: Row) -> Matter:
    """Return what a model is asked about a question and a passage."""
    question, claim = row["uid"], passage["claim"]
    return Matter(
        open_question(f"{question} {claim}", row["label"], raised=row["raised"], passages=[passage["text"]]),
        frozenset((row["entry"], passage["entry"])),
        Answer(question=question, claim=claim, yes=True),
        Answer(question=question, claim=claim, yes=False),
    )


def _shown(row: Row, passage: Row, ruling: Ruling | OperatorError, number: int) -> Closed:
    """Return what was decided on a question and a passage."""
    where = (row["label"], passage["document"], passage["chapter"], passage["text"])
    if isinstance(ruling, OperatorError):
        return Closed(*where, "failed", str(ruling), 0)
    verdict = {"yes": "answers", "no": "does not"}.get(ruling.verdict, "unsure")
    return Closed(*where, verdict, ruling.reason, number)
