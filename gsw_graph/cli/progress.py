"""A bar on standard error for what takes long."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.progress import (
    BarColumn,
    Progress,
    TaskProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from gsw_graph.cli.plain import line
from gsw_graph.cli.session import Session

if TYPE_CHECKING:
    from gsw_graph.restore import Progress as Reading


@contextmanager
def bar(session: Session, what: str, total: float | None) -> Iterator[Callable[[float, str], None]]:
    """Show a bar while something runs; nothing is drawn where standard error is no terminal.

    Args:
        session: Whose standard error.
        what: Runs.
        total: When it is done; None if nobody knows.
    """
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=24),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    console = session.log
    with Progress(
        *columns,
        console=console,
        transient=True,
        disable=not console.is_terminal,
        # Lines of data push the bar down on a terminal; a pipe gets them untouched.
        redirect_stdout=session.out.is_terminal,
    ) as shown:
        task = shown.add_task(what, total=total)
        yield lambda done, now: shown.update(task, completed=done, description=line(now))


@contextmanager
def reading(session: Session, sizes: Mapping[str, int]) -> "Iterator[Callable[[Reading], None]]":
    """Show how far a run over documents is; the time left is judged by their sizes.

    Args:
        session: Whose standard error.
        sizes: Bytes or characters by key.
    """
    done: dict[str, float] = {}
    with bar(session, "Reading", sum(sizes.values()) or None) as advance:

        def progress(at: "Reading") -> None:
            done[at.document] = sizes.get(at.document, 0) * at.chunks / max(at.total, 1)
            advance(sum(done.values()), f"{at.document}: chunk {at.chunks} of {at.total}")

        yield progress
