"""Scores by a judge: a model takes the items out of an answer, and says how far each true item is among them.

The protocol is EpBench's (Huet, Ben Houidi, Rossi, ICLR 2025), the prompt our own: each true item has 0, ½ or 1, and
the item of the answer that it was found in, so that an order can be scored too. A judgement is kept in the log of a
workspace like any reply: the same answer to the same question is judged once, and what it cost is in the ledger.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from typing import Annotated, NamedTuple, Self, cast

from pydantic import Field, create_model, field_validator, model_validator

from gsw_graph.errors import OperatorError
from gsw_graph.evals.predictions import ItemScore, Judgement
from gsw_graph.llm.asking import Asks
from gsw_graph.llm.tasks import Item, Part, Task
from gsw_graph.log import Log
from gsw_graph.model_decisions import need_model
from gsw_graph.models import model_asker
from gsw_graph.records import Record
from gsw_graph.workspace import Workspace

SCORES = (0.0, 0.5, 1.0)
"""What a true item can have."""


class Match(Record):
    """How far one true item is in an answer."""

    true: int
    """Its number, from 1."""
    item: int
    """The number of the item of the answer that it was found in, from 1; 0 if it was in none."""
    score: float

    @field_validator("score")
    @classmethod
    def _is_a_score(cls, score: float) -> float:
        """Refuse what is no score."""
        if score not in SCORES:
            raise ValueError("a score is 0, 0.5 or 1")
        return score


class Judged(Part):
    """What a model says of one answer."""

    items: tuple[str, ...] = ()
    """What the answer gives."""
    matches: tuple[Match, ...] = ()
    """One for each true item."""

    @model_validator(mode="after")
    def _agrees_with_itself(self) -> Self:
        """Refuse a reply that skips a true item, or finds one in an item that is not there or taken already."""
        if sorted(match.true for match in self.matches) != list(range(1, len(self.matches) + 1)):
            raise ValueError("matches has not each true item once")
        found = [match.item for match in self.matches if match.score]
        if any(not 1 <= number <= len(self.items) for number in found):
            raise ValueError("a match with a score names no item of the answer")
        if len(set(found)) < len(found):
            raise ValueError("an item of the answer fits one true item at most")
        if any(not item.strip() for item in self.items):
            raise ValueError("an item is empty")
        return self


JUDGE = Task("judge", Judged, limit=1000)
"""Asks for judgements; a question with its true items and an answer to it is an item."""


class Trial(NamedTuple):
    """An answer that is to be judged."""

    id: str
    """Of the question."""
    question: str
    truths: tuple[str, ...]
    """The true items, in the right order where there is one."""
    answer: str
    """In words; "" if the question was left unanswered."""

    @property
    def text(self) -> str:
        """What a model is shown; each part stays on its line, so that none can pass for another."""
        truths = [f"[{number}] {_flat(truth)}" for number, truth in enumerate(self.truths, 1)]
        lines = [f"Question: {_flat(self.question)}", "True items:", *(truths or ["none"])]
        return "\n".join([*lines, f"Answer: {_flat(self.answer)}"])


class Outcome(NamedTuple):
    """What became of a trial."""

    id: str
    judgement: Judgement | None
    judge: str
    """Exact name of the model; "" if none was asked, since the answer says nothing."""
    error: str = ""
    """Why there is no judgement."""


@contextmanager
def judging(workspace: Workspace) -> Iterator[Asks]:
    """Yield who answers for the model of a workspace, open for judgements, one to a call.

    Args:
        workspace: The workspace whose model judges, and whose log and ledger keep it; its memory is not touched.

    Raises:
        ConfigError: No model was chosen for it, or its key is missing.
        ModelError: It cannot be used at all.
        BudgetError: The budget is spent.
    """
    need_model(workspace.name, workspace.choice)
    log = Log(workspace.graph, workspace.name)
    asker = model_asker(workspace.graph, workspace.name, log, workspace.settings, workspace.choice)
    with log.working(), asker.open([JUDGE]):
        yield asker


def judge(asker: Asks, trials: Sequence[Trial], *, concurrency: int = 1) -> Iterator[Outcome]:
    """Yield what becomes of each trial, in their order; one that cannot be had says why.

    Each answer has a call of its own, so that no other sways the judge. An answer that says nothing needs none.

    Args:
        asker: Answers for the model; it is open for `JUDGE`.
        trials: What is to be judged.
        concurrency: Calls that run side by side.

    Raises:
        ModelError: The model cannot be used at all.
        BudgetError: The budget is spent.
    """
    with ThreadPoolExecutor(concurrency, thread_name_prefix="judge") as pool:
        try:
            yield from pool.map(lambda trial: _outcome(asker, trial), trials)
        except BaseException:
            asker.stop()
            raise


def _outcome(asker: Asks, trial: Trial) -> Outcome:
    """Return what becomes of one trial."""
    if not trial.answer.strip():
        scores = tuple(ItemScore(item=truth, score=0) for truth in trial.truths)
        return Outcome(trial.id, Judgement(id=trial.id, items=(), scores=scores, answer=trial.answer), "")
    item = item_of(trial, asker.model)
    said = asker.ask(task_of(trial), [item])[item.key]
    if isinstance(said, OperatorError):
        return Outcome(trial.id, None, asker.model, str(said.args[0]))
    return Outcome(trial.id, _judgement(trial, cast(Judged, said)), asker.model)


def _judgement(trial: Trial, judged: Judged) -> Judgement:
    """Return what a model says of a trial as it is kept."""
    items = tuple(map(_flat, judged.items))
    matches = {match.true: match for match in judged.matches}
    scores = []
    for number, truth in enumerate(trial.truths, 1):
        match = matches[number]
        scores.append(ItemScore(item=truth, score=match.score, said=items[match.item - 1] if match.score else None))
    return Judgement(id=trial.id, items=items, scores=tuple(scores), answer=trial.answer)


def item_of(trial: Trial, model: str) -> Item:
    """Return what is asked about a trial, with its log key.

    Args:
        trial: The trial.
        model: Exact name of the model.
    """
    return task_of(trial).item(trial.text, model)


def task_of(trial: Trial) -> Task:
    """Return what is asked: `JUDGE`, whose reply must have as many matches as the trial has true items.

    Args:
        trial: The trial.
    """
    return _task(len(trial.truths))


@cache
def _task(truths: int) -> Task:
    """Return the task for so many true items; prompt, schema and log keys are those of `JUDGE`."""
    exactly = Annotated[tuple[Match, ...], Field(min_length=truths, max_length=truths)]
    return JUDGE._replace(part=create_model("Judged", __base__=Judged, matches=(exactly, ...)))


def _flat(text: str) -> str:
    """Return a text on one line."""
    return " ".join(text.split())
