"""What is known of the inputs of batches, from run to run: who never gets an answer is given up in the end."""

from collections.abc import Mapping
from typing import Any, cast

from gsw_graph.errors import Passing
from gsw_graph.extract.model.said import EXTRACT
from gsw_graph.harvest import MOST_PASSED, Harvest
from gsw_graph.llm.prices import Prices
from gsw_graph.replies import Replies
from gsw_graph.underway import Batch

KEYS = ["reply:1", "reply:2"]


class Kept:
    """Stands where replies are kept; the log's own tests are elsewhere."""

    def __init__(self) -> None:
        self.failures: dict[str, str] = {}

    def keep(self, *_: object, failures: Mapping[str, str] | None = None, **__: object) -> None:
        self.failures |= failures or {}


def run(batch: Batch, kept: Kept) -> Batch:
    """Do what a run does that finds a batch over in which nothing was answered, and makes the next."""
    harvest = Harvest("m", cast(Replies, cast(Any, kept)), Prices())
    harvest.recall(batch)
    harvest.note(EXTRACT, KEYS, Passing("It did not answer."), "b:1")
    return harvest.remembered(Batch("again", "", batch.requests))


def test_what_no_batch_answers_is_given_up_however_many_runs_ask() -> None:
    kept = Kept()
    batch = Batch("first", "", {"1": ("extract", KEYS)})
    for _ in range(MOST_PASSED - 1):
        batch = run(batch, kept)
        assert not kept.failures
    run(batch, kept)
    assert kept.failures.keys() == set(KEYS)
    assert all(f"asked for in {MOST_PASSED} batches" in why for why in kept.failures.values())
