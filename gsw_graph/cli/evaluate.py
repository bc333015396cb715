"""Commands that measure answers against benchmarks."""

from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Group, RenderableType

from gsw_graph.cli import render
from gsw_graph.cli.progress import bar
from gsw_graph.cli.session import Session, pass_session, shared

if TYPE_CHECKING:
    from gsw_graph.evals.epbench import Result
    from gsw_graph.views import Answer


@click.group("eval")
def evaluate() -> None:
    """Measure answers against a benchmark's questions.

    \b
    Example:
      gsw eval epbench questions.jsonl --count 60 --seed 1 -w epbench
    """


@evaluate.command()
@click.argument("questions", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--count", type=click.IntRange(min=0), default=60, show_default=True, help="Questions to draw; 0: all.")
@click.option("--seed", type=int, default=1, show_default=True, help="Of the draw.")
@shared
@pass_session
def epbench(session: Session, questions: Path, count: int, seed: int) -> None:
    """Ask EpBench's questions and score the answers.

    QUESTIONS is its questions.jsonl; each answer's set of items is scored by F1. The workspace must hold the
    benchmark's chapters already.

    \b
    Example:
      gsw ingest epbench-20/chapters -w ep20
      gsw eval epbench epbench-20/questions.jsonl --count 60 --seed 1 -w ep20
    """
    from gsw_graph.evals.epbench import drawn, run

    samples = drawn(questions, count, seed)
    with bar(session, "Asking", len(samples)) as advance:
        asked = iter(range(1, len(samples) + 1))

        def ask(question: str) -> "Answer":
            said = session.memory.ask(question)
            advance(next(asked), question)
            return said

        results = run(samples, ask)
    session.emit(results, _view)


def _view(results: "list[Result]") -> RenderableType:
    """Return the table of scores, then the mistakes."""
    from gsw_graph.evals.epbench import table

    made = render.table("F1", "question", "said", "expected")
    wrong = [result for result in results if result.score.f1 < 1]
    cells = (
        (f"{one.score.f1:.2f}", one.sample.question, "; ".join(one.said), "; ".join(one.sample.expected))
        for one in wrong
    )
    return Group(table(results), "", render.text(f"Mistakes: {len(wrong)}"), render.rows(made, cells))
