"""Calls, tokens and money as people read them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType

from gsw_graph.cli import render

if TYPE_CHECKING:
    from gsw_graph.batches import BatchProgress
    from gsw_graph.estimate import Estimate

MOST_RUNS = 5
"""Runs that are shown one by one."""


def dollars(cost: float | None) -> str:
    """Return a cost.

    Args:
        cost: In US dollars; None if nobody knows.
    """
    if cost is None:
        return "no price"
    return f"${cost:,.2f}" if cost >= 1 else f"${cost:.4f}"


def spending(found: Sequence[Mapping[str, Any]]) -> RenderableType:
    """Return what the model of a workspace cost, by prompt, and by run for the latest runs.

    Args:
        found: Rows of the ledger, by run and prompt, the latest run first.
    """
    runs = list(dict.fromkeys(row["run"] for row in found))
    prompts = list(dict.fromkeys(row["task"] for row in found))
    made = render.table("model", "calls", "failed", "tokens in", "of them cached", "tokens out", "cost")
    cells = [_sums(f"prompt {task}", (row for row in found if row["task"] == task)) for task in sorted(prompts)]
    cells += [_sums(f"run {run}", (row for row in found if row["run"] == run)) for run in runs[:MOST_RUNS]]
    if len(runs) > MOST_RUNS:
        cells.append(_sums(f"{len(runs) - MOST_RUNS} runs before", (r for r in found if r["run"] in runs[MOST_RUNS:])))
    return render.rows(made, [*cells, _sums("all", found)])


def _sums(name: str, some: Iterable[Mapping[str, Any]]) -> tuple[object, ...]:
    """Return one line's cells."""
    rows = list(some)
    names = ("calls", "failed", "tokens_in", "tokens_cached", "tokens_out")
    counts = (f"{sum(row[name] for row in rows):,}" for name in names)
    cost = dollars(sum(row["cost"] for row in rows))
    unpriced = sum(row["unpriced"] for row in rows)
    return (name, *counts, f"{cost} and {unpriced:,} calls without a price" if unpriced else cost)


def run(found: Sequence[Mapping[str, Any]], name: str) -> RenderableType:
    """Return what one run cost, on a line.

    Args:
        found: Rows of the ledger.
        name: The run.
    """
    tasks = {row["task"] for row in found if row["run"] == name}
    what = "Vectors" if tasks == {"embed"} else "Model"
    _, calls, failed, tokens_in, _, tokens_out, cost = _sums(name, (row for row in found if row["run"] == name))
    lost = f" ({failed} failed)" if failed != "0" else ""
    return render.text(f"{what}: {calls} calls{lost}, {tokens_in} tokens in, {tokens_out} out, {cost}")


def estimate(found: "Estimate") -> RenderableType:
    """Return what reading documents will cost.

    Args:
        found: The estimate.
    """
    made = render.table("stage", "calls", "passages", "tokens in", "tokens out (about)", "cost")
    stages = [
        (stage.task, f"{stage.calls:,}", f"{stage.items:,}", f"{stage.tokens_in:,}", f"{stage.tokens_out:,}")
        + (dollars(stage.cost),)
        for stage in found.stages
    ]
    calls = f"{sum(stage.calls for stage in found.stages):,}"
    stages.append(("all", calls, "", f"{found.tokens_in:,}", f"{found.tokens_out:,}", dollars(found.cost)))
    documents = f"{found.documents} documents of {found.tokens:,} tokens to read by {found.model}"
    rest = f", {found.unchanged} unchanged, {found.refused} not readable" if found.unchanged or found.refused else ""
    return Group(render.text(documents + rest), render.rows(made, stages), render.text(_price(found)))


def _price(found: "Estimate") -> str:
    """Say what the sums were made with."""
    price = found.price
    if price is None:
        return f"The price list has no {found.model}: add it to a list of your own and name that with --prices."
    half = f", {price.batch:g} of it in batches" if found.batch else ""
    return (
        f"Prices of {price.as_of} from {price.source}: ${price.input:g} for a million tokens in, "
        f"${price.cached:g} cached, ${price.output:g} out{half}. Nothing was asked, and nothing written."
    )


def batches(found: "Sequence[BatchProgress]") -> RenderableType:
    """Return the batches under way.

    Args:
        found: How far each is.
    """
    if not found:
        return render.text("No batch is under way.")
    made = render.table("batch", "status", "done", "of")
    return render.rows(made, ((one.id, one.status, one.done, one.total) for one in found))


def batch(one: "BatchProgress") -> str:
    """Return how far a batch is, on a line.

    Args:
        one: The batch.
    """
    return f"Batch {one.id}: {one.status}, {one.done} of {one.total} calls done"
