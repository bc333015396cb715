"""What reading documents by a model will cost, before any call is made.

What the model would be shown is known to the token where it depends on the text alone; where it depends on what the
model says before, and for the replies, the ratios of replies written by hand for the demonstration story stand in.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from gsw_graph.extract.model.operator import TASKS
from gsw_graph.language import count_tokens
from gsw_graph.llm.completion import Usage
from gsw_graph.llm.prices import Price, Prices
from gsw_graph.llm.tasks import Item, Task, compact
from gsw_graph.needs import Needed, Needs
from gsw_graph.planning import DocumentReport, Plan
from gsw_graph.records import Document

PER_MESSAGE = 4
"""Tokens that a message takes beside its text."""
WRAPPING = 6
"""Tokens of a reply that belong to no item."""
REPLIES = {"annotate": 0.45, "extract": 2.0, "couple": 0.6}
"""Tokens of a reply for each token of the passage, by task (tests/data/demo_replies)."""
SHOWN = {"extract": 1.2, "couple": 1.6}
"""Tokens that the model is shown of a passage for each of its own, where what it says before is not known yet."""


class Stage(NamedTuple):
    """One kind of call."""

    task: str
    calls: int
    items: int
    tokens_in: int
    tokens_out: int
    """About: nobody knows before."""
    cost: float | None
    """In US dollars; None if the model has no price."""


class Estimate(NamedTuple):
    """What reading some documents will cost."""

    model: str
    documents: int
    """Those that are new, revised or unfinished."""
    unchanged: int
    refused: int
    """Those that cannot be read or are skipped."""
    tokens: int
    """Of the texts, in o200k."""
    stages: tuple[Stage, ...]
    batch: bool
    price: Price | None
    """What the sums were made with."""

    @property
    def tokens_in(self) -> int:
        """Tokens that the model is shown."""
        return sum(stage.tokens_in for stage in self.stages)

    @property
    def tokens_out(self) -> int:
        """Tokens that it says, about."""
        return sum(stage.tokens_out for stage in self.stages)

    @property
    def cost(self) -> float | None:
        """US dollars; None if the model has no price."""
        return None if self.price is None else sum(stage.cost or 0.0 for stage in self.stages)


class _Sums:
    """Sums of one kind of call."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.calls = self.items = self.tokens_in = self.tokens_out = 0
        prompt, *_ = task.messages([])
        self._fixed = count_tokens(prompt["content"]) + count_tokens(compact(task.schema)) + 2 * PER_MESSAGE
        self._wrapping = count_tokens(task.messages([Item("", "")])[1]["content"])

    def add(self, shown: Sequence[float], passages: Sequence[float], per_call: int) -> None:
        """Add items.

        Args:
            shown: Tokens that the model is shown of each.
            passages: Tokens of each item's passage.
            per_call: Most items to a call.
        """
        calls = -(-len(shown) // per_call)
        self.calls += calls
        self.items += len(shown)
        self.tokens_in += round(calls * self._fixed + len(shown) * self._wrapping + sum(shown))
        self.tokens_out += round(calls * WRAPPING + sum(passages) * REPLIES[self.task.name])


class Estimator:
    """Adds up what a model would be asked.

    Args:
        needed: Goes through the documents.
        needs: What it finds.
        prices: What models cost.
        per_call: Chunks to a call.
        batch: Whether the calls would go in batches.
    """

    def __init__(self, needed: Needed, needs: Needs, prices: Prices, *, per_call: int, batch: bool) -> None:
        self._needed = needed
        self._needs = needs
        self._prices = prices
        self._per_call = per_call
        self._batch = batch
        self._sums = {task.name: _Sums(task) for task in TASKS}

    def estimate(self, documents: Iterable[Document | DocumentReport]) -> Estimate:
        """Return what reading documents will cost.

        Args:
            documents: What was read; a report stands for one that could not be.
        """
        tokens = reading = unchanged = refused = 0
        for one in self._needed.find(documents):
            if isinstance(one, Plan):
                reading += 1
                tokens += count_tokens(one.source.document.text)
                self._add()
            elif one.status == "unchanged":
                unchanged += 1
            else:
                refused += 1
            self._needs.missing.clear()
        stages = tuple(self._stage(sums) for sums in self._sums.values())
        price = self._prices.price(self._needs.model)
        return Estimate(self._needs.model, reading, unchanged, refused, tokens, stages, self._batch, price)

    def _add(self) -> None:
        """Add what is missing of one document.

        A chunk whose window isn't annotated yet is shown without names, and what shares a place can't be asked of
        a chunk of which nothing is said yet: both are judged by their passages.
        """
        shown = {
            task.name: [float(count_tokens(item.text)) for item in items.values()]
            for task, items in self._needs.missing.items()
        }
        windows, chunks, shared = (shown.get(task.name, []) for task in TASKS)
        passages = chunks if windows else [tokens / SHOWN["extract"] for tokens in chunks]
        sums = self._sums
        sums["annotate"].add(windows, windows, 1)
        sums["extract"].add([tokens * SHOWN["extract"] for tokens in passages], passages, self._per_call)
        sums["couple"].add([tokens * SHOWN["couple"] for tokens in passages], passages, self._per_call)
        sums["couple"].add(shared, [tokens / SHOWN["couple"] for tokens in shared], self._per_call)

    def _stage(self, sums: _Sums) -> Stage:
        """Return the stage of one kind of call."""
        usage = Usage(sums.tokens_in, 0, sums.tokens_out)
        cost = self._prices.cost(self._needs.model, usage, self._batch)
        return Stage(sums.task.name, sums.calls, sums.items, sums.tokens_in, sums.tokens_out, cost)
