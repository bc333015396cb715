"""The memory as it was: the world on a day, what a reader knew after a chapter, what the workspace held at a moment.

A view is parsed once, where it comes in, and goes with the database from there on (`Graph.in_view`): each statement
then leaves out what it leaves out, by the conditions of cypher/view/. The rules:

- `as_of` is about story time. Events and dates after the day are left out; a role or state is kept if it may hold on
  the day, and one of which a passage only shows a day if that was up to it. What has no date of its own is left out if
  its scene is dated after the day throughout, and kept otherwise.
- `told_until` is about the text. A document that only others are given a chapter for was not read.
- `known_at` is about the workspace: a passage counts once it was read and its document had come. A day is its end, UTC.
"""

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, time

from gsw_graph.dates import bounds, resolve
from gsw_graph.errors import InputError
from gsw_graph.graph import Graph, Row
from gsw_graph.passages import chapter_uid
from gsw_graph.views import View

ToldUntil = int | str | Sequence[int | str]
"""A chapter's number, or DOCUMENT:NUMBER, or several of them."""
_CHAPTER = re.compile(r"(?:(?P<key>.+):)?(?P<number>[1-9][0-9]{0,8})", re.DOTALL)


def view_of(as_of: str = "", told_until: ToldUntil = "", known_at: str = "") -> View | None:
    """Return a view, or None if nothing is given.

    Args:
        as_of: A day, month or year in story time, as EDTF or in words; "" for all of it.
        told_until: A chapter's number, or DOCUMENT:NUMBER, or several of them; "" for all.
        known_at: A day or moment in ISO 8601, UTC unless it says otherwise; "" for now.

    Raises:
        InputError: One of them cannot be used.
    """
    several = [told_until] if isinstance(told_until, int | str) else told_until
    view = View(
        as_of=_day(as_of.strip()) if as_of else "",
        told_until=_chapters(several),
        known_at=_moment(known_at.strip()) if known_at else "",
    )
    return None if view == View() else view


def in_view(graph: Graph, workspace: str, view: View | None) -> Graph:
    """Return the database as a view has it; as it is if there is none.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        view: The view.

    Raises:
        InputError: It names a chapter that there is not.
    """
    return graph if view is None else graph.in_view(_conditions(graph, workspace, view))


def _conditions(graph: Graph, workspace: str, view: View) -> Row:
    """Return what the conditions of cypher/view/ compare with; null is no condition."""
    chapters: dict[str, int] = {}
    until: int | None = None
    for one in view.told_until:
        key, _, number = one.rpartition(":")
        if key:
            chapter_uid(graph, workspace, one)
            chapters[key] = int(number)
        else:
            until = int(number)
            _check_reach(graph, workspace, until)
    first, last = bounds(view.as_of) if view.as_of else (None, None)
    return {
        "first": first,
        "last": last,
        "until": until,
        "chapters": chapters if view.told_until else None,
        "known": datetime.fromisoformat(view.known_at) if view.known_at else None,
    }


def _check_reach(graph: Graph, workspace: str, number: int) -> None:
    """Refuse a chapter that no document has: it would leave nothing out, which nobody asks for."""
    [found] = graph.run("read/last_chapter", workspace=workspace)
    if found["last"] is not None and number > found["last"]:
        raise InputError(
            f"No document of {workspace!r} has a chapter {number}; the longest has {found['last']}.",
            hint=f"--told-until {found['last']}",
        )


def _day(text: str) -> str:
    """Return a time as EDTF."""
    value = resolve(text)
    if value is None or value.earliest is None or value.latest is None:
        raise InputError(
            f"{text!r} is no time that begins and ends, as of which the world could be shown.",
            hint="--as-of 1987-03-14, --as-of 1987-03 or --as-of 1987",
        )
    return value.edtf


def _chapters(given: Sequence[int | str]) -> tuple[str, ...]:
    """Return chapters as they are written, at most one of each document."""
    found: dict[str, str] = {}
    for one in (_chapter(str(each).strip()) for each in given if each != ""):
        key = one.rpartition(":")[0]
        if found.setdefault(key, one) != one:
            of = key or "all documents"
            raise InputError(
                f"{found[key]!r} and {one!r} are two chapters until which {of} could be told.", hint="one of them"
            )
    return tuple(found.values())


def _chapter(text: str) -> str:
    """Return a chapter as it is written."""
    if not _CHAPTER.fullmatch(text):
        raise InputError(
            f"{text!r} is no chapter until which a text could be told.",
            hint="--told-until 7 or --told-until report.pdf:7",
        )
    return text


def _moment(text: str) -> str:
    """Return a moment in UTC; a day is its last one."""
    try:
        moment = _end_of_day(text) or datetime.fromisoformat(text)
        moment = moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC)
    except (ValueError, OverflowError):
        raise InputError(
            f"{text!r} is no day or moment at which the workspace could have known something.",
            hint="--known-at 2026-11-30 or --known-at 2026-11-30T18:00",
        ) from None
    return moment.isoformat()


def _end_of_day(text: str) -> datetime | None:
    """Return the last moment of a day, in whichever of its forms ISO 8601 writes it; None if it is none."""
    try:
        return datetime.combine(date.fromisoformat(text), time.max, UTC)
    except ValueError:
        return None
