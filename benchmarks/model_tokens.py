"""Count the tokens that reading texts by a model takes, by prompt, and what they cost.

Each ingest asks a local server, whose replies are made beforehand by rule and have about the length of a good model's;
tokens are those of the ledger, counted in o200k: prompts, schemas, items and replies. "times" is the multiple of the
texts' own tokens. The same ingest is estimated before (--dry-run), and the estimate compared with what came.

    python -m benchmarks.model_tokens PATH --chunks-per-call 1 4 8
    python -m benchmarks.model_tokens PATH --chunks-per-call 4 --questions QUESTIONS.jsonl --most 100
"""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.database import Database, database
from benchmarks.said_by_rules import Replies, asking, documents_of, replies_to, serving
from gsw_graph.estimate import Estimate
from gsw_graph.extract.model.operator import TASKS
from gsw_graph.language import count_tokens
from gsw_graph.llm.completion import Usage
from gsw_graph.llm.prices import Prices
from gsw_graph.llm.tasks import compact

MODELS = ("gpt-4o", "gpt-4.1-mini", "gpt-5-mini")
"""Whose prices are shown."""
AT_ONCE = 16
Row = Mapping[str, Any]


class Counted(NamedTuple):
    """What one ingest took."""

    per_call: int
    tokens: int
    """Of the texts."""
    rows: Sequence[Row]
    """Of the ledger, by prompt."""
    estimate: Estimate
    asked: int
    """Questions that were asked afterwards."""
    answering: Sequence[Row]
    """Of the ledger, by prompt, for all of them."""

    @property
    def usage(self) -> Usage:
        """The tokens of all calls."""
        names = ("tokens_in", "tokens_cached", "tokens_out")
        return Usage(*(sum(row[name] for row in self.rows) for name in names))


def count(replies: Replies, server: Database, path: Path, per_call: int, questions: Sequence[str]) -> Counted:
    """Take texts in through the model, ask it some questions, and return what the ledger says.

    Args:
        replies: What the model says.
        server: The database.
        path: The texts.
        per_call: Chunks to a call.
        questions: What is asked afterwards.
    """
    tokens = sum(count_tokens(document.text) for document in documents_of(path))
    with (
        serving(replies) as model,
        asking(model, server, concurrency=AT_ONCE, chunks_per_call=per_call) as workspace,
    ):
        estimate = workspace.estimate(path)
        failed = [one for one in workspace.ingest(path) if one.status not in {"done", "skipped"}]
        if failed:
            raise SystemExit(f"{failed[0].key} {failed[0].status}: {failed[0].reason}")
        read = workspace.spending()
        workspace.choose(answers="llm")
        for question in questions:
            workspace.ask(question)
        answering = [row for row in workspace.spending() if row["task"] in {"summarise", "answer"}]
        return Counted(per_call, tokens, read, estimate, len(questions), _by_task(answering))


def _by_task(rows: Sequence[Row]) -> list[Row]:
    """Return the ledger's rows with those of all runs added up."""
    names = ("calls", "tokens_in", "tokens_cached", "tokens_out")
    tasks = sorted({row["task"] for row in rows})
    return [
        {"task": task, **{name: sum(row[name] for row in rows if row["task"] == task) for name in names}}
        for task in tasks
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path, help="a file or folder of texts")
    parser.add_argument("--chunks-per-call", nargs="+", type=int, default=[1, 4, 8])
    parser.add_argument("--questions", type=Path, help="a file with a question in each line of JSON")
    parser.add_argument("--most", type=int, default=100, help="questions that are asked")
    chosen = parser.parse_args(arguments)
    lines = chosen.questions.read_text(encoding="utf-8").splitlines() if chosen.questions else []
    questions = [json.loads(line)["question"] for line in lines][: chosen.most]
    replies = replies_to(documents_of(chosen.path))
    with database() as server:
        for per_call in chosen.chunks_per_call:
            print("\n".join(_shown(count(replies, server, chosen.path, per_call, questions))), flush=True)


def _shown(counted: Counted) -> Iterator[str]:
    """Yield the lines of one table."""
    fixed = {task.name: _fixed(task.messages([])[0]["content"], compact(task.schema)) for task in TASKS}
    yield f"\n{counted.per_call} chunks per call, {counted.tokens:,} tokens of text"
    yield f"{'prompt':10} {'calls':>6} {'in':>9} {'fixed':>9} {'out':>9} {'times':>6} {'in: estimate':>13} {'out':>6}"
    stages = {stage.task: stage for stage in counted.estimate.stages}
    for row in counted.rows:
        stage, every = stages[row["task"]], row["tokens_in"] + row["tokens_out"]
        part = fixed[row["task"]] * row["calls"]
        yield (
            f"{row['task']:10} {row['calls']:6,} {row['tokens_in']:9,} {part:9,} {row['tokens_out']:9,} "
            f"{every / counted.tokens:6.2f} {stage.tokens_in / row['tokens_in']:13.2f} "
            f"{stage.tokens_out / row['tokens_out']:6.2f}"
        )
    used, said = counted.usage, counted.estimate
    calls, times = sum(row["calls"] for row in counted.rows), (used.tokens_in + used.tokens_out) / counted.tokens
    yield (
        f"{'all':10} {calls:6,} {used.tokens_in:9,} {'':9} {used.tokens_out:9,} {times:6.2f} "
        f"{said.tokens_in / used.tokens_in:13.2f} {said.tokens_out / used.tokens_out:6.2f}"
    )
    prices, guess = Prices(), Usage(said.tokens_in, 0, said.tokens_out)
    for name in MODELS:
        price = prices.price(name)
        sums = [prices.cost(name, usage, batch) or 0.0 for usage in (used, guess) for batch in (False, True)]
        if price:
            shown = "{:6.2f} USD, {:.2f} in batches; estimated {:.2f}, {:.2f} in batches".format(*sums)
            yield f"{name:14} {shown} ({price.source}, {price.as_of})"
    if counted.asked:
        yield from _shown_answers(counted, prices)


def _shown_answers(counted: Counted, prices: Prices) -> Iterator[str]:
    """Yield what questions took."""
    yield f"{counted.asked} questions, each asked for the first time; for one of them:"
    for row in counted.answering:
        usage = Usage(row["tokens_in"], row["tokens_cached"], row["tokens_out"])
        costs = [f"{name} {(prices.cost(name, usage) or 0) / counted.asked:.5f}" for name in MODELS]
        calls, shown, said = (row[name] / counted.asked for name in ("calls", "tokens_in", "tokens_out"))
        yield f"{row['task']:10} {calls:5.2f} calls, {shown:,.0f} tokens in, {said:,.0f} out; USD: {', '.join(costs)}"


def _fixed(*texts: str) -> int:
    """Return the tokens of what is the same in every call."""
    return sum(map(count_tokens, texts))


if __name__ == "__main__":
    main()
