"""The command that measures answers to questions of one's own wording."""

from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Group, RenderableType

from gsw_graph.cli import render
from gsw_graph.cli.evaluate import FILE, answers, budget, max_chapters, max_tokens
from gsw_graph.cli.progress import bar
from gsw_graph.cli.session import WORDS, Session, pass_session, shared

if TYPE_CHECKING:
    from gsw_graph.evals.own_questions import OwnGroup, OwnResult


@click.command("questions")
@click.argument("file", type=FILE)
@click.option("--memory", type=WORDS, default="", metavar="NAME", help="Only the questions about this text.")
@click.option("--arm", type=WORDS, default="", metavar="NAME", help="How chapters are chosen.")
@answers
@max_tokens
@max_chapters
@budget
@shared
@pass_session
def own(session: Session, file: Path, memory: str, arm: str) -> None:
    """Ask questions of your own wording, and score the answers.

    FILE is JSON lines: a question with its true items and other ways to put them (docs/evaluation.md). The workspace
    must hold the text. The exit code is 1 if asking failed for a question.

    \b
    Example:
      gsw eval questions own_questions.jsonl --memory demo -w demo
    """
    from gsw_graph.answer.arms import DEFAULT_ARM
    from gsw_graph.evals.own_questions import ask_own, own_groups, read_own

    questions, workspace = read_own(file, memory), session.memory
    with bar(session, "Asking", len(questions)) as advance:
        results = ask_own(questions, lambda text: workspace.ask(text, arm=arm or DEFAULT_ARM), advance)
    session.emit({"groups": own_groups(results), "results": results}, lambda _: _own(own_groups(results), results))
    if any(one.error for one in results):
        click.get_current_context().exit(1)


def _own(groups: "list[OwnGroup]", results: "list[OwnResult]") -> RenderableType:
    """Return the figures of own questions, then those that are not wholly right."""
    made = render.table("questions", "count", "wholly right", "R", "F1 harsh", "F1 lenient")
    cells = (
        (one.name, one.questions, one.right, *(f"{f.value:.3f}" for f in (one.recall, one.harsh, one.lenient)))
        for one in groups
    )
    wrong = [one for one in results if not one.right]
    listed = render.table("id", "asks", "F1", "question", "said", "true")
    rows = (
        (one.id, f"{one.asks}, {one.get}", f"{one.harsh:.2f}", one.question, _said(one), "; ".join(one.expected))
        for one in wrong
    )
    return Group(render.rows(made, cells), "", render.text(f"Mistakes: {len(wrong)}"), render.rows(listed, rows))


def _said(one: "OwnResult") -> str:
    """Return what was said: the items, or the text where they are none."""
    return f"failed: {one.error}" if one.error else "; ".join(one.said) or one.text
