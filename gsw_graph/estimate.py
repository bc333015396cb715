"""What reading documents by a model will cost, before any call is made.

What the model would be shown is known to the token where it depends on the text alone; where it depends on what the
model says before, and for the replies, those written by hand for the demonstration story stand in: by least squares, a
fixed part for each item and one for each token of its passage.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from gsw_graph.extract.model.cast import ANNOTATE
from gsw_graph.extract.model.operator import TASKS
from gsw_graph.language import count_tokens
from gsw_graph.llm.completion import Usage
from gsw_graph.llm.prices import Price, Prices
from gsw_graph.llm.tasks import Item, Task, compact
from gsw_graph.needs import Needed, Needs
from gsw_graph.planning import DocumentReport, Plan
from gsw_graph.records import Document

PER_MESSAGE, PER_CALL = 4, 3
"""Tokens that the chat format adds to a message's text, and to a call."""
WRAPPING = 6
"""Tokens of a reply that belong to no item."""


class Line(NamedTuple):
    """Tokens by those of a passage: a fixed part and so many for each."""

    fixed: float
    each: float

    def of(self, passage: float) -> float:
        """Return the tokens for a passage's."""
        return self.fixed + self.each * passage

    def passage(self, tokens: float) -> float:
        """Return how many tokens a passage has that comes to these."""
        return max((tokens - self.fixed) / self.each, 0.0)


REPLIES = {"annotate": Line(300, 0.16), "extract": Line(42, 2.22), "couple": Line(17, 0.42)}
"""Tokens of a reply to an item, by those of its passage or window (tests/data/demo_replies)."""
SHOWN = {"extract": Line(5, 1.18), "couple": Line(18, 1.25)}
"""Tokens that the model is shown of a passage, by its own, where what it says before is not known yet."""


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

    def __init__(self, task: Task, per_call: int) -> None:
        self.task = task
        self._per_call = per_call
        self.items = 0
        self._shown = self._said = 0.0
        prompt, *_ = task.messages([])
        self._fixed = count_tokens(prompt["content"]) + count_tokens(compact(task.schema)) + 2 * PER_MESSAGE + PER_CALL
        self._wrapping = count_tokens(task.messages([Item("", "")])[1]["content"])

    @property
    def calls(self) -> int:
        """Calls; items of several documents share them."""
        return -(-self.items // self._per_call)

    @property
    def tokens_in(self) -> int:
        """Tokens that the model is shown."""
        return round(self.calls * self._fixed + self.items * self._wrapping + self._shown)

    @property
    def tokens_out(self) -> int:
        """Tokens that it says."""
        return round(self.calls * WRAPPING + self._said)

    def shown(self, items: Iterable[Item]) -> list[float]:
        """Return what the model is shown of each item, in tokens, without the marks around it."""
        return [count_tokens(self.task.messages([item])[1]["content"]) - self._wrapping for item in items]

    def add(self, shown: Sequence[float], passages: Sequence[float]) -> None:
        """Add items.

        Args:
            shown: Tokens that the model is shown of each.
            passages: Tokens of each item's passage.
        """
        self.items += len(shown)
        self._shown += sum(shown)
        self._said += sum(map(REPLIES[self.task.name].of, passages))


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
        self._batch = batch
        self._sums = {task.name: _Sums(task, 1 if task is ANNOTATE else per_call) for task in TASKS}

    def estimate(self, documents: Iterable[Document | DocumentReport]) -> Estimate:
        """Return what reading documents will cost.

        Args:
            documents: What was read; a report stands for one that could not be.
        """
        tokens = reading = unchanged = refused = 0
        seen: set[str] = set()
        for one in self._needed.find(documents):
            if isinstance(one, Plan):
                reading += 1
                tokens += count_tokens(one.source.document.text)
                self._add(seen)
            elif one.status == "unchanged":
                unchanged += 1
            else:
                refused += 1
            self._needs.missing.clear()
        stages = tuple(self._stage(sums) for sums in self._sums.values())
        price = self._prices.price(self._needs.model)
        return Estimate(self._needs.model, reading, unchanged, refused, tokens, stages, self._batch, price)

    def _add(self, seen: set[str]) -> None:
        """Add what is missing of one document, and of none before it.

        A chunk whose window isn't annotated yet is shown without names, and what shares a place can't be asked of
        a chunk of which nothing is said yet: both are judged by their passages.
        """
        shown: dict[str, list[float]] = {}
        for task, items in self._needs.missing.items():
            shown[task.name] = self._sums[task.name].shown(item for key, item in items.items() if key not in seen)
            seen.update(items)
        windows, chunks, shared = (shown.get(task.name, []) for task in TASKS)
        passages = chunks if windows else list(map(SHOWN["extract"].passage, chunks))
        sums = self._sums
        sums["annotate"].add(windows, windows)
        sums["extract"].add(list(map(SHOWN["extract"].of, passages)), passages)
        sums["couple"].add(list(map(SHOWN["couple"].of, passages)), passages)
        sums["couple"].add(shared, list(map(SHOWN["couple"].passage, shared)))

    def _stage(self, sums: _Sums) -> Stage:
        """Return the stage of one kind of call."""
        usage = Usage(sums.tokens_in, 0, sums.tokens_out)
        cost = self._prices.cost(self._needs.model, usage, self._batch)
        return Stage(sums.task.name, sums.calls, sums.items, sums.tokens_in, sums.tokens_out, cost)
