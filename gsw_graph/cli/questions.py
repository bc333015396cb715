"""The command that shows what texts leave open."""

from typing import TYPE_CHECKING

import click
from rich.console import RenderableType

from gsw_graph.cli import render
from gsw_graph.cli.session import WORDS, Session, pass_session, shared

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gsw_graph.network import Question
    from gsw_graph.views import Evidence


@click.command()
@click.argument("entity", type=WORDS, default="")
@click.option("--open", "status", flag_value="open", help="Only what is still open.")
@click.option("--answered", "status", flag_value="answered", help="Only what has been answered.")
@shared
@pass_session
def questions(session: Session, entity: str, status: str | None) -> None:
    """Show the questions that the texts raise, about ENTITY or all of them.

    Each is shown with where it is raised, and with what is told later that answers it. Rules answer who, what, where
    and when, if verb and actors are the same; what they leave open, a person can decide.

    \b
    Examples:
      gsw questions --open -w demo
      gsw questions "Ruth Carrow" -w demo
    """
    session.emit(session.memory.questions(entity, status=status or ""), _questions)


def _questions(found: "Sequence[Question]") -> RenderableType:
    """Return the questions as a table."""
    if not found:
        return render.text("No question is raised.", "dim")
    made = render.table("raised in", "question", "about", "answer", "told in", "words")
    cells = []
    for one in found:
        first = (_place(one.raised), one.question, ", ".join(one.about))
        if not one.answers:
            cells.append((*first, "open", "", one.raised.quote))
        for number, answer in enumerate(one.answers):
            lead = first if number == 0 else ("", "", "")
            what = answer.what if answer.by == "rule" else f"{answer.what} ({answer.by})"
            cells.append((*lead, what, _place(answer.evidence), answer.evidence.quote))
    return render.rows(made, cells)


def _place(passage: "Evidence") -> str:
    return f"{passage.document}:{passage.chapter}"
