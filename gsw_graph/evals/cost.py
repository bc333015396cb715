"""What a model would be asked for a benchmark's questions, and about what that costs, without asking it.

Each question goes the whole way of the `llm` answers, and where a model would be asked, its tokens are counted. The
notes on an actor stand for the summary that the model would make of them, and are taken to be as long; an answer is
taken to be as long as the true one.
"""

import json
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import NamedTuple

from gsw_graph.answer.asked import ANSWER, SUMMARISE, Answered, Given
from gsw_graph.answer.by_model import ModelAnswerer
from gsw_graph.errors import OperatorError
from gsw_graph.estimate import PER_CALL, PER_MESSAGE, WRAPPING
from gsw_graph.evals.samples import Sample
from gsw_graph.language import count_tokens
from gsw_graph.ledger import keep_embedding_calls, new_run
from gsw_graph.llm.asking import Answers
from gsw_graph.llm.completion import Usage
from gsw_graph.llm.prices import Prices
from gsw_graph.llm.tasks import Item, Task, compact
from gsw_graph.workspace import Workspace


class Asked(NamedTuple):
    """What a model would be asked of one kind, for all questions together."""

    task: str
    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    """About: nobody knows before."""
    most_out: int = 0
    """What the limit of the replies allows."""


class Priced(NamedTuple):
    """What one question costs on average, in US dollars."""

    model: str
    summaries: float
    answer: float
    most: float
    """Both, with replies as long as they may be."""

    @property
    def together(self) -> float:
        """Return what summaries and answer cost."""
        return self.summaries + self.answer


class QuestionCost(NamedTuple):
    """What asking a benchmark's questions for the first time would take."""

    questions: int
    unasked: int
    """Questions for which the memory holds nothing, so that no model is asked."""
    asked: tuple[Asked, ...]
    """Summaries, then answers."""

    def priced(self, model: str, prices: Prices) -> Priced | None:
        """Return what a question costs with a model; None if that has no price.

        Args:
            model: Its exact name.
            prices: The price list.
        """
        if prices.price(model) is None or not self.questions:
            return None
        about = [prices.cost(model, Usage(one.tokens_in, 0, one.tokens_out)) or 0.0 for one in self.asked]
        most = [prices.cost(model, Usage(one.tokens_in, 0, one.most_out)) or 0.0 for one in self.asked]
        summaries, answer, all_of_it = (cost / self.questions for cost in (*about, sum(most)))
        return Priced(model, summaries, answer, all_of_it)


class Meter:
    """Stands where a model is asked, counts what it would be asked for the first time, and says nothing."""

    model = "nobody"

    def __init__(self) -> None:
        self.asked = {task.name: Asked(task.name) for task in (SUMMARISE, ANSWER)}
        self.answers = 0
        """How often an answer was asked for, be it the same again."""
        self.answer_tokens = 0
        """About how long the next answer is."""
        self._seen: set[str] = set()
        self._guard = threading.Lock()

    def open(self, tasks: Iterable[Task]) -> AbstractContextManager[None]:
        """Return a context; there is nothing to open.

        Args:
            tasks: What would be asked.
        """
        return nullcontext()

    def stop(self) -> None:
        """Do nothing, since no call is ever begun."""

    def ask(self, task: Task, items: Sequence[Item]) -> Answers:
        """Count a call about those items that were in none before, and say of each that nobody was asked.

        Args:
            task: What would be asked.
            items: What about.
        """
        with self._guard:
            self.answers += task is ANSWER
            fresh = [item for item in items if item.key not in self._seen]
            self._seen.update(item.key for item in fresh)
            if fresh:
                before, replies = self.asked[task.name], [self._reply(task, item) for item in fresh]
                self.asked[task.name] = Asked(
                    task.name,
                    before.calls + 1,
                    before.tokens_in + tokens_of(task, fresh),
                    before.tokens_out + WRAPPING + sum(replies),
                    before.most_out + WRAPPING + task.limit * len(fresh),
                )
        silent = Answered(number=0, abstained=True)
        return {item.key: silent if task is ANSWER else OperatorError("Nobody was asked.") for item in items}

    def _reply(self, task: Task, item: Item) -> int:
        """Return about how many tokens the reply to an item has."""
        return min(self.answer_tokens if task is ANSWER else count_tokens(item.text), task.limit)


def tokens_of(task: Task, items: Sequence[Item]) -> int:
    """Return the o200k tokens of one call: messages, schema, and what the chat format adds.

    Args:
        task: What is asked.
        items: What about.
    """
    messages = [count_tokens(message["content"]) + PER_MESSAGE for message in task.messages(items)]
    return sum(messages) + count_tokens(compact(task.schema)) + PER_CALL


def question_cost(
    workspace: Workspace, samples: Sequence[Sample], progress: Callable[[int, str], None] = lambda done, now: None
) -> QuestionCost:
    """Return what answering questions by a model would take; none is asked, and none need be chosen.

    What a model has said before is not looked up: it is what the first time costs. The vectors of notes and questions
    are made, by a hosted embedder too.

    Args:
        workspace: Holds the benchmark's chapters; its budget of tokens and chapters counts.
        samples: The questions; their true items say how long an answer is.
        progress: Called as questions are done.
    """
    settings, meter = workspace.settings, Meter()
    answerer = ModelAnswerer(workspace.graph, workspace.name, workspace.embedder)
    unasked = 0
    try:
        for number, sample in enumerate(samples, 1):
            meter.answer_tokens = _answer_tokens(sample.expected)
            before = meter.answers
            prepared = answerer.prepare(
                sample.question, max_tokens=settings.max_tokens, max_chapters=settings.max_chapters
            )
            if prepared.facts:
                answerer.answer(prepared, meter, per_call=settings.chunks_per_call, concurrency=1)
            unasked += meter.answers == before
            progress(number, sample.question)
    finally:
        keep_embedding_calls(workspace.graph, workspace.name, workspace.embedder, settings.prices, run=new_run())
    return QuestionCost(len(samples), unasked, tuple(meter.asked.values()))


def _answer_tokens(expected: Sequence[str]) -> int:
    """Return the tokens of a reply that gives the true items, each with a passage, and says them in words."""
    given = tuple(Given(text=item, cites=("1.1",)) for item in expected)
    answered = Answered(number=1, items=given, text="; ".join(expected), abstained=not expected)
    return count_tokens(json.dumps(answered.model_dump(mode="json"), ensure_ascii=False))
