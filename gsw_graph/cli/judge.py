"""The command that lets a model judge answers to a benchmark's questions."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gsw_graph.cli import render
from gsw_graph.cli.model import telling_cost
from gsw_graph.cli.progress import bar
from gsw_graph.cli.session import Session, pass_session, setting, shared

if TYPE_CHECKING:
    from gsw_graph.evals.judge import Outcome
    from gsw_graph.evals.judge_trials import Trials

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.argument("predictions", type=FILE)
@click.option("--questions", type=FILE, required=True, help="The questions with their true items.")
@click.option(
    "--data",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The benchmark's folder, for questions whose true answer is a whole chapter.",
)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="File of the judgements.")
@setting("--concurrency", help="Calls side by side.  [GSW_CONCURRENCY]", type=int, metavar="N")
@setting("--reasoning-tokens", help="Tokens that the model may think for.", type=int, metavar="N")
@setting("--budget", help="Most that this run may spend: 5usd, 200ktok.  [GSW_BUDGET]", metavar="AMOUNT")
@shared
@pass_session
def judge(session: Session, predictions: Path, questions: Path, data: Path | None, out: Path) -> None:
    """Have a model judge answers: the items of each, and 0, ½ or 1 for each true item.

    PREDICTIONS and --out are JSON lines; "gsw eval score --judged FILE" reads what comes out. The workspace's model is
    asked, and the workspace's log keeps what it says, so that the same answer is paid for once. A workspace without any
    text will do. Where a true answer is a whole chapter, --data tells what happens in it. The exit code is 1 if an
    answer could not be judged.

    \b
    Example:
      gsw operator --answers llm --model gpt-4o -w judge
      gsw eval judge gsw.predictions.jsonl --questions questions.jsonl --out gsw.judged.jsonl -w judge
    """
    from gsw_graph.evals import epbench
    from gsw_graph.evals.judge_trials import trials
    from gsw_graph.evals.predictions import read_predictions

    samples, _ = epbench.read_questions(questions)
    found = trials(samples, read_predictions(predictions), data)
    outcomes = _judged(session, found, out)
    lost = [one for one in outcomes if one.judgement is None]
    session.emit(_counts(found, outcomes, out), render.facts)
    for one in lost:
        session.log.print(f"{one.id}: {one.error}", soft_wrap=True)
    if lost:
        click.get_current_context().exit(1)


def _judged(session: Session, found: "Trials", out: Path) -> "list[Outcome]":
    """Judge all, writing each judgement down as it comes."""
    from gsw_graph.evals.judge import judge as judge_all
    from gsw_graph.evals.judge import judging

    workspace = session.memory
    concurrency = workspace.settings.concurrency
    out.parent.mkdir(parents=True, exist_ok=True)
    outcomes: list[Outcome] = []
    with (
        telling_cost(session),
        judging(workspace) as asker,
        bar(session, "Judging", len(found.trials)) as advance,
        out.open("w", encoding="utf-8") as file,
    ):
        for outcome in judge_all(asker, found.trials, concurrency=concurrency):
            outcomes.append(outcome)
            file.writelines(_line(outcome))
            advance(len(outcomes), outcome.id)
    return outcomes


def _line(outcome: "Outcome") -> Iterable[str]:
    """Yield a judgement as a line of its file; there is none where there is no judgement."""
    if outcome.judgement is not None:
        row = {**outcome.judgement.model_dump(mode="json"), "judge": outcome.judge}
        yield json.dumps(row, ensure_ascii=False) + "\n"


def _counts(found: "Trials", outcomes: "list[Outcome]", out: Path) -> dict[str, object]:
    """Return how many answers were judged, and why others were not."""
    judged = [one for one in outcomes if one.judgement is not None]
    counts = {
        "judged": len(judged),
        "of them by the model": sum(bool(one.judge) for one in judged),
        "not judged: no usable reply": len(outcomes) - len(judged),
        "not judged: true answer not at hand (--data)": found.without_truth,
        "not judged: an error in place of an answer": found.failed,
        "not judged: no prediction": found.unasked,
    }
    return {"file": str(out), **{name: count for name, count in counts.items() if count or name == "judged"}}
