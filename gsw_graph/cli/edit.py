"""Commands that correct the memory."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar, get_args

import click
from rich.console import Group, RenderableType

from gsw_graph.cli import render
from gsw_graph.cli.session import WORDS, Session, pass_session, shared
from gsw_graph.records import ActorKind

if TYPE_CHECKING:
    from gsw_graph.edits import Edited

F = TypeVar("F", bound=Callable[..., Any])
MOST_CHAPTERS = 10_000
"""Chapters that one range may have."""
_CHAPTERS = re.compile(r"(.+):(\d{1,9}(?:-\d{1,9})?(?:,\d{1,9}(?:-\d{1,9})?)*)")
_entity = click.argument("entity", type=WORDS)


def because(command: F) -> F:
    """Add the option that gives a reason.

    Args:
        command: A command's function.
    """
    said = "Why, in your own words; kept whatever texts are forgotten."
    return click.option("--because", type=WORDS, default="", metavar="WORDS", help=said)(command)


class Chapters(click.ParamType[list[tuple[str, int]]]):
    """Chapters of a document, as DOC:N,N-N."""

    name = "chapters"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> list[tuple[str, int]]:
        """Return each chapter with its document's key.

        Args:
            value: As given.
            param: Whose value it is.
            ctx: The command.
        """
        found = _CHAPTERS.fullmatch(str(value))
        if not found:
            self.fail(f"{value!r} is not DOCUMENT:NUMBER, such as report.txt:3,5-7", param, ctx)
        numbers: list[tuple[str, int]] = []
        for part in found[2].split(","):
            first, _, last = part.partition("-")
            some = range(int(first), int(last or first) + 1)
            if not 0 < len(some) <= MOST_CHAPTERS:
                self.fail(f"{part!r} is not a range of 1 to {MOST_CHAPTERS} chapters, the lower one first", param, ctx)
            numbers += [(found[1], number) for number in some]
        return numbers


def show(done: "Edited") -> RenderableType:
    """Return what an edit did, and how it is undone.

    Args:
        done: The edit.
    """
    parts = [render.text(done.said, "bold"), render.text(f"Decision {done.number}.")]
    return Group(*parts, *([render.text(f"Undo: {done.undo}", "dim")] if done.undo else []))


@click.group()
def edit() -> None:
    """Correct what the memory holds.

    Each correction is a decision: it is logged with its number, holds for texts that come later and when the graph is
    made anew, and can be undone. ENTITY is a name, an alias or a uid; what means several is refused with their uids.

    \b
    Example:
      gsw edit rename "Nora Pellow" "Nora Pellow-Finch" -w demo
    """


@edit.command()
@_entity
@click.argument("new", type=WORDS)
@because
@shared
@pass_session
def rename(session: Session, entity: str, new: str, because: str) -> None:
    """Show an actor under another name.

    It is found under its old names as before. NEW is kept whatever texts are forgotten.

    \b
    Example:
      gsw edit rename "Rook" "Elias Rook" --because "the court file" -w demo
    """
    session.emit(session.memory.edit.rename(entity, new, because=because), show)


@edit.command()
@_entity
@click.argument("kind", type=click.Choice(get_args(ActorKind)))
@because
@shared
@pass_session
def retype(session: Session, entity: str, kind: ActorKind, because: str) -> None:
    """Say what kind of actor somebody is.

    \b
    Example:
      gsw edit retype "Custom House" organisation -w demo
    """
    session.emit(session.memory.edit.retype(entity, kind, because=because), show)


@edit.command()
@_entity
@click.option("--chapters", type=Chapters(), multiple=True, metavar="DOC:N[,N-N]", help="Where it is another.")
@click.option("--document", type=WORDS, default="", metavar="DOC", help="A document in all of which it is another.")
@because
@shared
@pass_session
def split(session: Session, entity: str, chapters: tuple[Any, ...], document: str, because: str) -> None:
    """Make of an actor in some chapters another than elsewhere.

    What is told of it there goes to an actor of its own. --chapters can be given several times.

    \b
    Example:
      gsw edit split "John Smith" --chapters trial.txt:3,7-9 -w case
    """
    some = [chapter for given in chapters for chapter in given]
    session.emit(session.memory.edit.split(entity, chapters=some, document=document, because=because), show)


@edit.command()
@_entity
@click.argument("other", type=WORDS)
@because
@shared
@pass_session
def join(session: Session, entity: str, other: str, because: str) -> None:
    """Make two actors one.

    \b
    Example:
      gsw edit join "I. Marsh" "Irene Marsh" -w case
    """
    session.emit(session.memory.edit.join(entity, other, because=because), show)


@edit.command()
@_entity
@click.argument("what", metavar="ROLE|STATE", type=WORDS)
@click.argument("date", type=WORDS)
@because
@shared
@pass_session
def end(session: Session, entity: str, what: str, date: str, because: str) -> None:
    """Say on which day a role or state of somebody ended.

    ROLE|STATE are the words in which "gsw show" has it, or its uid (gsw show --json). Of a vague DATE the last day
    counts.

    \b
    Example:
      gsw edit end "Ana Reyes" mayor 2020-01-31 -w case
    """
    session.emit(session.memory.edit.end(entity, what, date, because=because), show)


@edit.command()
@click.argument("entity", metavar="CLAIM|ENTITY", type=WORDS)
@click.argument("statement", required=False, default="", type=WORDS)
@because
@shared
@pass_session
def false(session: Session, entity: str, statement: str, because: str) -> None:
    """Say that something which a text says is not so.

    STATEMENT is a role, state or deed of ENTITY in the words in which "gsw show" has it, or its uid (gsw show --json);
    of a deed the first words are enough.
    The text stays as it is; the memory does not hold it any more.

    \b
    Example:
      gsw edit false "Ana Reyes" mayor -w case
    """
    session.emit(session.memory.edit.false(entity, statement, because=because), show)


@edit.command()
@click.argument("number", type=click.IntRange(min=1))
@because
@shared
@pass_session
def undo(session: Session, number: int, because: str) -> None:
    """Undo the decision of that NUMBER.

    "gsw review list" has them all.

    \b
    Example:
      gsw edit undo 3 -w case
    """
    session.emit(session.memory.edit.undo(number, because=because), show)
