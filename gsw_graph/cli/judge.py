"""Commands that let a model judge the answers to a benchmark's questions, and say what answers by models cost."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Group, RenderableType

from gsw_graph.cli import money, render
from gsw_graph.cli.model import telling_cost
from gsw_graph.cli.progress import bar
from gsw_graph.cli.session import WORDS, Session, pass_session, setting, shared

if TYPE_CHECKING:
    from gsw_graph.evals.cost import Priced, QuestionCost
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

    _check_out(out)
    samples, _ = epbench.read_questions(questions)
    found = trials(samples, read_predictions(predictions), data)
    outcomes = _judged(session, found, out)
    lost = [one for one in outcomes if one.judgement is None]
    session.emit(_counts(found, outcomes, out), _counted)
    for one in lost:
        session.log.print(f"{one.id}: {one.error}", soft_wrap=True)
    if lost:
        click.get_current_context().exit(1)


def _check_out(out: Path) -> None:
    """Refuse to write over a file that is none of judgements, such as the predictions or the questions."""
    from gsw_graph.errors import InputError
    from gsw_graph.evals.predictions import read_judged

    try:
        if out.is_file():
            read_judged(out, cut_off=True)
    except InputError as error:
        message = f"{out} holds something else than judgements. {error.args[0]}"
        raise InputError(message, hint="--out with another name") from None


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
            file.flush()
            advance(len(outcomes), outcome.id)
    return outcomes


def _line(outcome: "Outcome") -> Iterable[str]:
    """Yield a judgement as a line of its file; there is none where there is no judgement."""
    if outcome.judgement is not None:
        row = {**outcome.judgement.model_dump(mode="json"), "judge": outcome.judge}
        yield json.dumps(row, ensure_ascii=False) + "\n"


def _counts(found: "Trials", outcomes: "list[Outcome]", out: Path) -> dict[str, object]:
    """Return how many answers were judged, and how many were not, by the reason."""
    judged = [one for one in outcomes if one.judgement is not None]
    return {
        "file": str(out),
        "judged": len(judged),
        "asked": sum(bool(one.judge) for one in judged),
        "failed": len(outcomes) - len(judged),
        "without_truth": found.without_truth,
        "errors": found.failed,
        "missing": found.unasked,
    }


_COUNTED = {
    "judged": "judged",
    "asked": "by the model; the others say nothing",
    "failed": "not judged: no usable reply",
    "without_truth": "not judged: the true answer is a chapter, and --data has it not",
    "errors": "not judged: an error in place of an answer",
    "missing": "not judged: no answer in the file",
}
"""What the counts are, as people read them."""


def _counted(counts: dict[str, object]) -> RenderableType:
    """Return the counts that say something."""
    shown = {label: counts[name] for name, label in _COUNTED.items() if counts[name] or name == "judged"}
    return render.facts({"file": counts["file"], **shown})


@click.command()
@click.option("--questions", type=FILE, required=True, help="The questions with their true items.")
@click.option("--count", type=click.IntRange(min=0), default=0, show_default=True, help="The first of them; 0: all.")
@click.option("--model", "models", type=WORDS, multiple=True, metavar="NAME", help="Whose price is shown; again.")
@setting("--max-tokens", type=click.INT, metavar="N", help="Budget of the evidence.  [GSW_MAX_TOKENS]")
@setting("--max-chapters", type=click.INT, metavar="N", help="Most chapters to draw on; 0: all.  [GSW_MAX_CHAPTERS]")
@setting("--prices", help="A price list of your own, before ours.  [GSW_PRICES]", metavar="FILE")
@shared
@pass_session
def cost(session: Session, questions: Path, count: int, models: tuple[str, ...]) -> None:
    """Say what answering a benchmark's questions by a model would cost; none is asked.

    The workspace must hold the benchmark's chapters. Each question goes the way of answers in a model's words; what a
    model would be shown is counted, in o200k tokens. Notes stand for summaries, and an answer is taken to be as long as
    the true one. What a model has said before is not looked up: it is what the first time costs.

    \b
    Example:
      gsw eval cost --questions questions.jsonl --model gpt-4o --model gpt-4.1-mini -w epbench
    """
    from gsw_graph.evals import epbench
    from gsw_graph.evals.cost import question_cost
    from gsw_graph.llm.prices import Prices

    samples, _ = epbench.read_questions(questions)
    samples = samples[:count] if count else samples
    workspace = session.memory
    prices = Prices(workspace.settings.prices)
    with bar(session, "Counting", len(samples)) as advance:
        found = question_cost(workspace, samples, advance)
    priced = [one for one in (found.priced(name, prices) for name in models) if one]
    session.emit({**found._asdict(), "prices": priced}, lambda _: _costs(found, priced))
    if unknown := set(models) - {one.model for one in priced}:
        session.log.print(f"The price list has no {', '.join(sorted(unknown))}.", soft_wrap=True)


def _costs(found: "QuestionCost", priced: "list[Priced]") -> RenderableType:
    """Return what is asked for a question on average, and what it costs with each model."""
    number = max(found.questions, 1)
    asked = render.table("for one question", "calls", "tokens in", "tokens out (about)", "at most")
    rows = (
        (one.task, f"{one.calls / number:.2f}")
        + tuple(f"{tokens / number:,.0f}" for tokens in (one.tokens_in, one.tokens_out, one.most_out))
        for one in found.asked
    )
    costs = render.table("model", "summaries", "answer", "together", "at most")
    sums = ((one.model, *map(money.dollars, (one.summaries, one.answer, one.together, one.most))) for one in priced)
    about = f"Questions: {found.questions}, {found.unasked} of them for which no model is asked. Nothing was asked."
    tables = [render.rows(asked, rows), *([render.rows(costs, sums)] if priced else [])]
    return Group(render.text(about), *tables)
