"""Where in the texts something stands: passages with their sentences, and chapters by name."""

from collections.abc import Mapping

from gsw_graph.errors import InputError
from gsw_graph.graph import Graph, Row
from gsw_graph.language import sentence_at
from gsw_graph.views import Evidence, page_within


def passage(row: Row) -> Evidence:
    """Return a passage, widened to its sentences.

    Args:
        row: Its span (`start`, `end`) and uid, its chunk (`chunk_start`, `text`, `page`, `breaks`), where that stands
            (`document`, `chapter`, `title`), and the `item` that it proves.
    """
    offset = row["chunk_start"]
    start, end = sentence_at(row["text"], row["start"] - offset, row["end"] - offset)
    return Evidence(
        document=row["document"],
        chapter=row["chapter"],
        chapter_title=row["title"],
        start=offset + start,
        end=offset + end,
        quote=row["text"][start:end],
        item=row["item"],
        uid=row["uid"],
        page=page_within(row["page"], row["breaks"] or (), offset + start),
    )


def passages(graph: Graph, workspace: str, items: Mapping[str, str]) -> dict[str, Evidence]:
    """Return the passages that claims and mentions stand on, by their uids.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        items: What each proves, by its uid.
    """
    rows = graph.run("network/passages", workspace=workspace, claims=sorted(items)) if items else []
    return {row["uid"]: passage({**row, "item": items[row["uid"]]}) for row in rows}


def chapter_uid(graph: Graph, workspace: str, name: str) -> str:
    """Return the uid of a chapter.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        name: Key of the document, a colon, and the chapter's number: "report.pdf:3".

    Raises:
        InputError: There is no such chapter.
    """
    key, _, number = name.rpartition(":")
    if not key or not number.isdecimal():
        raise InputError(f"{name!r} names no chapter.", hint='the document and its chapter, such as "report.pdf:3".')
    found = {row["index"]: row["uid"] for row in graph.run("network/chapters", workspace=workspace, key=key)}
    if not found:
        raise InputError(f"The workspace {workspace!r} has no document {key!r} with chapters.", hint="gsw status")
    if int(number) not in found:
        raise InputError(f"{key!r} has no chapter {number}.", hint=f'"{key}:{min(found)}" to "{key}:{max(found)}".')
    return str(found[int(number)])
