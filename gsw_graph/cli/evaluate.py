"""Commands that measure answers against benchmarks."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Group, RenderableType

from gsw_graph.cli import render
from gsw_graph.cli.progress import bar, reading
from gsw_graph.cli.session import WORDS, Session, pass_session, setting, shared

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gsw_graph.evals.predictions import Prediction
    from gsw_graph.evals.report import Report
    from gsw_graph.evals.samples import Benchmark, Sample

FOLDER = click.Path(file_okay=False, path_type=Path)
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
OUT = click.Path(file_okay=False, path_type=Path)
_arm = click.option(
    "--arm",
    "arms",
    type=WORDS,
    multiple=True,
    metavar="NAME",
    help="How chapters are found: gsw, rag, bm25 …; once or more.",
)
answers = setting("--answers", metavar="NAME", help="Who words the answers: local or llm.  [GSW_ANSWERS]")
max_tokens = setting("--max-tokens", type=click.INT, metavar="N", help="Budget of the evidence.  [GSW_MAX_TOKENS]")
max_chapters = setting("--max-chapters", type=click.INT, metavar="N", help="Most chapters.  [GSW_MAX_CHAPTERS]")
budget = setting("--budget", metavar="AMOUNT", help="Most that a model may cost: 5usd, 200ktok.  [GSW_BUDGET]")
_beyond = click.option(
    "--beyond",
    type=click.IntRange(min=0),
    default=0,
    metavar="N",
    help="Only questions that no chapter up to N answers.",
)
_most = click.option("--mistakes", is_flag=True, help="List all mistakes, not five of each cause.")
_judged = click.option(
    "--judged",
    "judgements",
    type=FILE,
    multiple=True,
    metavar="FILE",
    help="What a judge made of an arm; once or more.",
)


@click.group("eval")
def evaluate() -> None:
    """Measure answers: to a benchmark's questions, to your own, or another system's.

    docs/evaluation.md says what the files look like and how answers are scored.

    \b
    Example:
      gsw eval questions mine.jsonl -w court
      gsw eval epbench --data epbench-20 --arm gsw --arm bm25 --out figures
    """


@evaluate.command()
@click.option("--data", type=FOLDER, required=True, help="The benchmark's folder: chapters/ and questions.jsonl.")
@click.option("--questions", type=FILE, help="Another file of questions.")
@_arm
@click.option("--out", type=OUT, help="Where predictions and report go.  [default: the folder's name and -eval]")
@click.option("--count", type=click.IntRange(min=0), default=0, show_default=True, help="Questions to draw; 0: all.")
@click.option("--seed", type=int, default=1, show_default=True, help="Of the draw.")
@click.option(
    "--kind",
    type=click.Choice(["exact", "all"]),
    default="exact",
    show_default=True,
    help="Which are asked: for dates, places and people, or all, which a judge has to mark.",
)
@_beyond
@_judged
@_most
@answers
@max_tokens
@max_chapters
@budget
@shared
@pass_session
def epbench(
    session: Session,
    data: Path,
    questions: Path | None,
    arms: tuple[str, ...],
    out: Path | None,
    count: int,
    seed: int,
    kind: str,
    beyond: int,
    judgements: tuple[Path, ...],
    mistakes: bool,
) -> None:
    """Ask EpBench's questions by one or more arms, and score the answers.

    The workspace is named after the folder if no other is asked for; it takes the chapters in first. Each arm's answers
    go to ARM.predictions.jsonl, and the report to report.md, report.json and chart.png. A run that was stopped goes on
    where it was: what was answered with the same settings, memory and code isn't asked again. The exit code is 1 if
    asking failed for a question.

    \b
    Example:
      gsw eval epbench --data epbench-20 --arm gsw --arm bm25 --out figures
    """
    from gsw_graph.answer.arms import DEFAULT_ARM, arm_named
    from gsw_graph.evals.run import BENCHMARKS
    from gsw_graph.evals.samples import beyond as kept_beyond
    from gsw_graph.evals.samples import drawn

    names = list(dict.fromkeys(arms or (DEFAULT_ARM,)))
    for name in names:
        arm_named(name)
    benchmark = BENCHMARKS["epbench"](data, questions)
    samples = drawn(kept_beyond(benchmark.samples, beyond), count, seed, exact=kind == "exact")
    folder = out or Path(f"{benchmark.name}-eval")
    _name_workspace(session, benchmark.name)
    said = _asked(session, benchmark, samples, names, folder)
    _report(
        session,
        f"EpBench, {', '.join(_which(benchmark.name, questions, beyond, count, seed))}",
        samples,
        said,
        benchmark.facts,
        judgements,
        folder,
        mistakes,
    )
    if any(one.error for predictions in said.values() for one in predictions.values()):
        click.get_current_context().exit(1)


def _which(name: str, questions: Path | None, beyond: int, count: int = 0, seed: int = 0) -> "Iterator[str]":
    """Yield what a title says of the questions: of what, of which file, beyond what, and whether they were drawn."""
    yield name
    if questions is not None:
        yield questions.name
    if beyond:
        yield f"questions that no chapter up to {beyond} answers"
    if count:
        yield f"{count} questions drawn with seed {seed}"


def _name_workspace(session: Session, name: str) -> None:
    """Use the workspace of a name, unless a flag, the environment or a file names one."""
    from gsw_graph.settings import load_settings

    _, origins = load_settings(session.flags)
    if any(one.name == "workspace" and one.origin == "default" for one in origins):
        session.flags["workspace"] = name


def _asked(
    session: Session, benchmark: "Benchmark", samples: "list[Sample]", arms: list[str], folder: Path
) -> "dict[str, dict[str, Prediction]]":
    """Take the chapters in and ask the questions by each arm."""
    from gsw_graph.evals.run import ask_arm, settings_of, take_in

    workspace = session.workspace
    sizes = {path.name: path.stat().st_size for path in benchmark.texts.iterdir() if path.is_file()}
    with reading(session, sizes) as progress:
        take_in(workspace, benchmark.texts, progress)
    found = {}
    settings = settings_of(workspace)
    for arm in arms:
        with bar(session, f"Asking {arm}", len(samples)) as advance:
            asked = ask_arm(workspace, samples, arm, folder, with_settings=settings, progress=advance)
        parts = [f"{len(samples) - asked.kept} questions asked"]
        parts += [f"{asked.kept} answered before"] * bool(asked.kept)
        parts += [f"{asked.dropped} answers with other settings dropped"] * bool(asked.dropped)
        parts += [f"{asked.failed} failed"] * bool(asked.failed)
        session.log.print(render.text(f"{arm}: {', '.join(parts)}"))
        found[arm] = asked.predictions
    return found


@evaluate.command()
@click.argument("predictions", nargs=-1, required=True, type=FILE)
@click.option("--questions", type=FILE, required=True, help="The benchmark's questions.")
@click.option("--data", type=FOLDER, help="The benchmark's folder, for what its events.jsonl says.")
@_judged
@click.option("--out", type=OUT, help="Where the report goes, if it is to be written.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@_beyond
@_most
@pass_session
def score(
    session: Session,
    predictions: tuple[Path, ...],
    questions: Path,
    data: Path | None,
    judgements: tuple[Path, ...],
    out: Path | None,
    as_json: bool,
    beyond: int,
    mistakes: bool,
) -> None:
    """Score files of predictions, ours or another system's, without a database.

    PREDICTIONS are JSON lines with at least `id` and `items`, one file for each arm, named after it. Every question
    that one of them answers is scored for all: an arm without a prediction of it has failed it. Both precisions are
    always shown.

    \b
    Example:
      gsw eval score --questions questions.jsonl gsw.predictions.jsonl other.jsonl --out figures
    """
    from gsw_graph.errors import InputError
    from gsw_graph.evals import epbench as benchmark
    from gsw_graph.evals.predictions import arm_of, read_predictions
    from gsw_graph.evals.samples import beyond as kept_beyond

    session.json = as_json
    samples, facts = benchmark.read_questions(questions)
    if data is not None:
        facts = benchmark.read(data, questions).facts
    said = {arm_of(path): read_predictions(path) for path in predictions}
    if len(said) < len(predictions):
        raise InputError("Two files are of one arm.", hint="name each file after its arm")
    fitting = kept_beyond(samples, beyond)
    asked = [sample for sample in fitting if any(sample.uid in one for one in said.values())]
    if not asked:
        raise InputError(f"No prediction has the id of a question of {questions}.", hint="--questions FILE")
    title = ", ".join(_which(f"Questions of {questions.name}", None, beyond))
    notes = []
    if left := len(fitting) - len(asked):
        notes.append(f"{left} other questions of {questions.name} have no prediction in any file, and are not scored.")
    _report(session, title, asked, said, facts, judgements, out, mistakes, notes)


def _report(
    session: Session,
    title: str,
    samples: "list[Sample]",
    said: "dict[str, dict[str, Prediction]]",
    facts: Any,
    judgements: tuple[Path, ...],
    folder: Path | None,
    mistakes: bool,
    notes: "Iterable[str]" = (),
) -> None:
    """Score predictions, write the report if there is a folder for it, and print it."""
    from gsw_graph.errors import InputError
    from gsw_graph.evals.predictions import arm_of, read_judged
    from gsw_graph.evals.report import MOST_EXAMPLES, data, reported, write

    judged = {arm_of(path): read_judged(path) for path in judgements}
    if stray := judged.keys() - said.keys():
        raise InputError(f"There are no predictions of the arm {sorted(stray)[0]!r}.", hint="name FILE after its arm")
    report = reported(title, samples, said, facts=facts, judged=judged, notes=notes)
    most = 0 if mistakes else MOST_EXAMPLES
    if session.json:
        session.emit(data(report), lambda shown: render.text(shown))
    else:
        session.print(_shown(report, most))
    if folder is not None:
        for path in write(report, folder, most):
            session.log.print(render.text(f"Wrote {path}"), soft_wrap=True)


def _shown(report: "Report", most: int) -> RenderableType:
    """Return a report line by line."""
    from gsw_graph.evals.report import markdown

    return Group(*(render.text(line) for line in markdown(report, most).splitlines()))
