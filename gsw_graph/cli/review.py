"""Commands that settle who is who."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table

from gsw_graph.cli import render
from gsw_graph.cli.edit import because, show
from gsw_graph.cli.model import asks_model
from gsw_graph.cli.session import WORDS, Session, pass_session, shared

if TYPE_CHECKING:
    from gsw_graph.judging import Judged
    from gsw_graph.register import Standing
    from gsw_graph.review import Pair, Side

NAMED = 5
"""Chapters that one line names."""
_pairs = click.argument("pairs", nargs=-1, required=True, metavar="PAIR...", type=WORDS)


@click.group(invoke_without_command=True)
@click.option("--most", type=click.IntRange(min=1), default=20, show_default=True, metavar="N", help="Pairs to show.")
@click.option("--why", is_flag=True, help="Show what is known of both, with passages.")
@click.option("--decide", is_flag=True, help="Let the model that was chosen for the workspace decide where it is sure.")
@asks_model
@shared
@pass_session
@click.pass_context
def review(ctx: click.Context, session: Session, most: int, why: bool, decide: bool) -> None:
    """List pairs of names that may mean one actor, and settle them.

    The most doubtful come first, with what speaks for and against their being one. What was decided is not in doubt any
    more: it holds for texts that come later and when the graph is made anew, until it is undone.

    \b
    Examples:
      gsw review --why -w case
      gsw review accept 3f9c21ab -w case
    """
    if ctx.invoked_subcommand is not None:
        return
    if decide:
        session.emit(session.memory.review.decide(most), _judged)
    else:
        session.emit(session.memory.review.pairs(most), _why if why else _listed)


@review.command()
@_pairs
@because
@shared
@pass_session
def accept(session: Session, pairs: tuple[str, ...], because: str) -> None:
    """Decide that each PAIR is one actor.

    PAIR is the short name that "gsw review" lists it by.

    \b
    Example:
      gsw review accept 3f9c21ab 0b77e4d1 -w case
    """
    _decided(session, pairs, session.memory.review.accept(*pairs, because=because), "one actor")


@review.command()
@_pairs
@because
@shared
@pass_session
def reject(session: Session, pairs: tuple[str, ...], because: str) -> None:
    """Decide that each PAIR is two actors.

    PAIR is the short name that "gsw review" lists it by.

    \b
    Example:
      gsw review reject 3f9c21ab --because "father and son" -w case
    """
    _decided(session, pairs, session.memory.review.reject(*pairs, because=because), "two actors")


@review.command()
@click.argument("file", type=click.Path(path_type=Path))
@shared
@pass_session
def apply(session: Session, file: Path) -> None:
    """Decide as FILE says, all or nothing.

    FILE has JSON lines, or CSV with a line of headings if it is named so: one and other (names or uids) or pair (as
    "gsw review" lists it), verdict (same or apart) and reason. Each line is checked before anything is decided. A file
    that was applied before changes nothing.

    \b
    Example:
      gsw review apply verdicts.csv -w case
    """
    numbers = session.memory.review.apply(file)
    session.emit(
        {"file": str(file), "decisions": numbers},
        lambda done: render.text(f"Lines that stand: {len(done['decisions'])}. They are in: gsw review list"),
    )


@review.command("list")
@shared
@pass_session
def list_decisions(session: Session) -> None:
    """List the decisions that stand, those of "gsw edit" too.

    \b
    Example:
      gsw review list -w case
    """
    session.emit(session.memory.review.standing(), _standing)


@review.command()
@click.argument("number", type=click.IntRange(min=1))
@because
@shared
@pass_session
def undo(session: Session, number: int, because: str) -> None:
    """Undo the decision of that NUMBER.

    \b
    Example:
      gsw review undo 3 -w case
    """
    session.emit(session.memory.review.undo(number, because=because), show)


def _decided(session: Session, pairs: Sequence[str], numbers: Sequence[int], said: str) -> None:
    """Print what was decided on some pairs."""
    done = [{"pair": pair, "number": number} for pair, number in zip(pairs, numbers, strict=True)]

    def view(rows: Sequence[dict[str, Any]]) -> RenderableType:
        return Group(*(render.text(f"{row['pair']} is {said}. Undo: gsw review undo {row['number']}") for row in rows))

    session.emit(done, view)


def _listed(found: "Sequence[Pair]") -> RenderableType:
    """Return pairs as a table."""
    if not found:
        return render.text("No pair is in doubt.")
    made = render.table("pair", "one", "other", "for", "against")
    cells = ((p.id, p.one.name, p.other.name, " ".join(p.pro), " ".join(p.contra)) for p in found)
    return render.rows(made, cells)


def _why(found: "Sequence[Pair]") -> RenderableType:
    """Return pairs one after the other, with what is known of both."""
    if not found:
        return render.text("No pair is in doubt.")
    return Group(*(part for pair in found for part in _whole(pair)))


def _whole(pair: "Pair") -> Iterator[RenderableType]:
    """Yield a pair with all that is known."""
    yield render.text(f"{pair.id}  {pair.one.name} / {pair.other.name}", "bold")
    for mark, words in (("+", pair.pro), ("-", pair.contra)):
        for said in words:
            yield Padding(render.text(f"{mark} {said}"), (0, 0, 0, 2))
    for side in (pair.one, pair.other):
        yield Padding(_side(side), (0, 0, 0, 2))
    yield ""


def _side(side: "Side") -> RenderableType:
    """Return what is known of one side."""
    more = f" and {len(side.chapters) - NAMED} more" if len(side.chapters) > NAMED else ""
    facts = {
        side.name: ", ".join(side.kinds),
        "also named": ", ".join(name for name in side.names if name != side.name),
        "roles": ", ".join(side.roles),
        "states": ", ".join(side.states),
        "places": ", ".join(side.places),
        "in": ", ".join(f"{document} {number}" for document, number in side.chapters[:NAMED]) + more,
        "uid": side.actor,
    }
    grid = Table.grid(padding=(0, 2))
    for name, value in facts.items():
        if value:
            grid.add_row(render.text(name, "dim"), render.text(value))
    for passage in side.passages:
        where = f"{passage.document} {passage.chapter}"
        grid.add_row(render.text(where, "dim"), render.text(f"“{passage.quote}”"))
    return grid


def _judged(found: "Sequence[Judged]") -> RenderableType:
    """Return what a model decided."""
    if not found:
        return render.text("No pair is in doubt.")
    made = render.table("pair", "one", "other", "verdict", "number", "reason")
    return render.rows(made, ((*one[:4], one.number or "", one.reason) for one in found))


def _standing(found: "Sequence[Standing]") -> RenderableType:
    """Return decisions as a table."""
    if not found:
        return render.text("Nothing was decided, or all of it was undone.")
    made = render.table("number", "decided", "by", "when", "why")
    return render.rows(made, ((s.number, s.said, s.by, str(s.recorded_at)[:16], s.reason) for s in found))
