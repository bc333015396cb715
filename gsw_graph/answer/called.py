"""What nodes and chapters are called, for an explanation of an answer."""

from collections.abc import Iterable
from typing import NamedTuple

from gsw_graph.explanation import ChapterRef, Matched
from gsw_graph.graph import Graph


class Names(NamedTuple):
    """What nodes and chapters are called, by their uids; in a view, as far as it has them."""

    nodes: dict[str, Matched]
    chapters: dict[str, ChapterRef]


def names_of(graph: Graph, workspace: str, uids: Iterable[str], chapters: Iterable[str]) -> Names:
    """Look up what nodes and chapters are called.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        uids: Of actors, places and dates.
        chapters: Uids of chapters.
    """
    named = graph.run("match/names", workspace=workspace, uids=sorted(set(uids)))
    told = graph.run("match/chapter_refs", workspace=workspace, uids=sorted(set(chapters)))
    return Names(
        {row["uid"]: Matched(**row) for row in named if row["name"]},
        {row["uid"]: ChapterRef(**{**row, "title": row["title"] or ""}) for row in told},
    )
