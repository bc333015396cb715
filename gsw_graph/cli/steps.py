"""Command that runs the Reconciler's steps by name."""

from typing import TYPE_CHECKING, Any

import click
from rich.console import Group, RenderableType

from gsw_graph.cli import render
from gsw_graph.cli.edit import Chapters
from gsw_graph.cli.progress import bar
from gsw_graph.cli.session import WORDS, Session, pass_session, shared

if TYPE_CHECKING:
    from gsw_graph.reconcile.steps import Reconciled, Step


@click.command()
@click.option("--step", type=WORDS, default="", metavar="NAME", help="Only this step; --list has them.")
@click.option("--chapter", type=Chapters(), multiple=True, metavar="DOC:N[,N-N]", help="Chapters to run them for.")
@click.option("--document", type=WORDS, default="", metavar="DOC", help="A document to run them for.")
@click.option("--all", "whole", is_flag=True, help="Run them for the whole workspace.")
@click.option("--list", "listed", is_flag=True, help="List the steps in the order in which they run.")
@shared
@pass_session
def reconcile(session: Session, step: str, chapter: tuple[Any, ...], document: str, whole: bool, listed: bool) -> None:
    """Run the steps of the Reconciler again, all or one by name.

    The chapters are taken out of the held layer and held again; with --step the rows of that step alone are applied
    again. Nothing changes by it, unless the graph was changed by hand: "gsw digest" is the same before and after. Each
    step is a file of cypher/reconcile/, and docs/reconciler.md explains them.

    \b
    Example:
      gsw reconcile --list
      gsw reconcile --step roles --chapter demo.md:3 -w demo
    """
    if listed:
        from gsw_graph.reconcile.steps import steps

        session.emit(steps(), _steps)
        return
    if step:
        from gsw_graph.reconcile.steps import check_step

        check_step(step)
    if (bool(chapter) or bool(document)) == whole:
        raise click.UsageError("Say which: --chapter, --document, or --all.")
    with bar(session, "Reconciling", None) as advance:
        done = session.memory.reconcile(
            document=document,
            chapters={place for given in chapter for place in given},
            step=step,
            progress=lambda at, total: advance(at, f"chapter {at} of {total}"),
        )
    session.emit(done, _done)


def _steps(found: "list[Step]") -> RenderableType:
    """Return the steps as a table."""
    return render.rows(render.table("step", "what it applies"), found)


def _done(done: "Reconciled") -> RenderableType:
    """Return what was done."""
    said = render.text(f"{done.chapters} chapters, {done.chunks} chunks")
    return Group(said, render.rows(render.table("step", "rows"), done.rows.items()))
