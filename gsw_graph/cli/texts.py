"""Commands that say what is there, take it out, and make it anew."""

from typing import TYPE_CHECKING, Any

import click
from rich.console import Group, RenderableType

from gsw_graph.cli import holdings, money, render
from gsw_graph.cli.progress import bar
from gsw_graph.cli.session import WORDS, Session, pass_session, shared

if TYPE_CHECKING:
    from gsw_graph.restore import Progress


@click.command()
@shared
@pass_session
def status(session: Session) -> None:
    """Show what the workspace holds.

    Documents with the state of their chunks, the ledger, how many nodes there are, and what a model cost.

    \b
    Example:
      gsw status -w demo
    """

    def view(found: dict[str, Any]) -> RenderableType:
        spent = [money.spending(found["spending"])] if found["spending"] else []
        return Group(holdings.status(found), *spent)

    session.emit(session.memory.status(), view)


@click.command()
@shared
@pass_session
def workspaces(session: Session) -> None:
    """List the workspaces of the database.

    \b
    Example:
      gsw workspaces
    """
    session.emit(session.workspace.graph.run("read/workspaces"), render.workspaces)


@click.command()
@click.argument("document", type=WORDS)
@shared
@pass_session
def forget(session: Session, document: str) -> None:
    """Remove a document and all that only it supports.

    DOCUMENT is a key that "gsw status" lists.

    \b
    Example:
      gsw forget report.txt -w case
    """
    session.memory.forget(document)
    session.emit({"forgotten": document}, lambda done: render.text(f"Forgotten: {done['forgotten']}"))


@click.command()
@click.option("--re-embed", "re_embed", is_flag=True, help="Make the vectors anew, with the --embedder given.")
@shared
@pass_session
def rebuild(session: Session, re_embed: bool) -> None:
    """Make the graph anew from the log.

    No text is read again.

    \b
    Example:
      gsw rebuild -w demo
    """
    if re_embed:
        from gsw_graph.workspace import Workspace

        # Not the session's: opening that one would refuse the other embedder.
        with bar(session, "Embedding", None) as advance, Workspace(settings=session.settings) as workspace:
            workspace.reembed(lambda done, total: advance(done, f"chunk {done} of {total}"))
    with bar(session, "Rebuilding", None) as advance:

        def progress(at: "Progress") -> None:
            advance(at.chunks, f"{at.document}: document {at.chunks} of {at.total}")

        count = session.memory.rebuild(progress)
    session.emit({"documents": count}, lambda done: render.text(f"Documents rebuilt: {done['documents']}"))


@click.command()
@shared
@pass_session
def digest(session: Session) -> None:
    """Print one number for what the workspace holds.

    Two workspaces with equal numbers hold the same.

    \b
    Example:
      gsw digest -w demo
    """
    session.emit({"digest": session.memory.digest()}, lambda found: render.text(found["digest"]))
