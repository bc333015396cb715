"""The command that shows what texts leave open."""

from typing import TYPE_CHECKING

import click
from rich.console import RenderableType

from gsw_graph.cli import render
from gsw_graph.cli.model import asks_model
from gsw_graph.cli.session import WORDS, Session, pass_session, shared
from gsw_graph.cli.views import viewed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gsw_graph.closing import Closed
    from gsw_graph.network import Question
    from gsw_graph.views import Evidence


@click.command()
@click.argument("entity", type=WORDS, default="")
@click.option("--open", "status", flag_value="open", help="Only what is still open.")
@click.option("--answered", "status", flag_value="answered", help="Only what has been answered.")
@click.option("--decide", is_flag=True, help="Let the model that was chosen for the workspace decide where it is sure.")
@click.option(
    "--most", type=click.IntRange(min=1), default=20, show_default=True, metavar="N", help="With --decide: questions."
)
@viewed
@asks_model
@shared
@pass_session
def questions(
    session: Session,
    entity: str,
    status: str | None,
    decide: bool,
    most: int,
    as_of: str,
    told_until: tuple[str, ...],
    known_at: str,
) -> None:
    """Show the questions that the texts raise, about ENTITY or all of them.

    Each is shown with where it is raised, and with what is told later that answers it. Rules answer who, what, where
    and when, if verb and actors are the same. What they leave open, the model can decide: it is asked passage by
    passage, and what it is sure of is kept like any other decision, until "gsw review undo".

    \b
    Examples:
      gsw questions --open -w demo
      gsw questions "Ruth Carrow" --told-until 3 -w demo
    """
    if decide and (as_of or told_until or known_at):
        raise click.UsageError("--decide looks at all that is told; it goes with no view.")
    if decide:
        session.emit(session.memory.close_questions(entity, most=most), _closed)
        return
    found = session.memory.questions(entity, status=status or "", as_of=as_of, told_until=told_until, known_at=known_at)
    session.emit(found, _questions)


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


def _closed(found: "Sequence[Closed]") -> RenderableType:
    """Return what a model decided."""
    if not found:
        return render.text("No open question has a later passage to try.", "dim")
    made = render.table("question", "told in", "passage", "verdict", "number", "reason")
    cells = ((o.question, f"{o.document}:{o.chapter}", o.passage, o.verdict, o.number or "", o.reason) for o in found)
    return render.rows(made, cells)


def _place(passage: "Evidence") -> str:
    return f"{passage.document}:{passage.chapter}"
