"""Who an entity is, and its dated rows."""

import shlex
from collections.abc import Sequence

from gsw_graph.as_of import in_view
from gsw_graph.dates import bounds, day_text
from gsw_graph.entities import by_alias, meant, search
from gsw_graph.errors import InputError
from gsw_graph.graph import Graph, Row
from gsw_graph.language import sentence_at
from gsw_graph.views import EntityView, TimelineRow, View, page_within

_OBJECT = {"patient": "(done to it) ", "recipient": "(given to it) "}
_RANK = {"agent": 0, "patient": 1, "recipient": 2}
"""Which valence is told when an actor fills several of one verb."""
_POLARITY = {"asserted": "", "negated": "not: ", "possible": "perhaps: "}


def known(graph: Graph, workspace: str, entity: str, view: View | None = None) -> list[EntityView]:
    """Return the entities that a name, an alias or a uid means, best known first, and at least one.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        entity: A name, an alias, or a uid.
        view: What of them to show; all if there is none.

    Raises:
        InputError: Nothing bears that name, or the view names a chapter that there is not.
    """
    found = show(graph, workspace, entity, view)
    if not found:
        is_known = view is not None and bool(show(graph, workspace, entity))
        said = f"The workspace {workspace!r} knows nobody and nothing named {entity!r}"
        if is_known:
            raise InputError(f"{said} in that view.", hint=f"gsw show {shlex.quote(entity)}")
        near = meant(by_alias(graph, workspace, entity.split())) if view is None else ""  # a view tells no other names
        raise InputError(f"{said}.{near}", hint="gsw show")
    return found


def show(graph: Graph, workspace: str, entity: str, view: View | None = None) -> list[EntityView]:
    """Return the entities that a name, an alias or a uid means, best known first.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        entity: A name, an alias, or a uid.
        view: What of them to show; all if there is none.

    Raises:
        InputError: The view names a chapter that there is not.
    """
    graph = in_view(graph, workspace, view)
    rows = graph.run("read/entity_by_uid", workspace=workspace, uid=entity) or search(graph, workspace, entity)
    shown = [_entity(graph, workspace, row, view) for row in {row["uid"]: row for row in rows}.values()]
    return sorted(filter(None, shown), key=lambda one: (-one.mentions, one.uid))


def _entity(graph: Graph, workspace: str, row: Row, view: View | None) -> EntityView | None:
    """Read one entity; None if it is not in the view."""
    label, uid = row["label"], row["uid"]
    found = graph.run("timeline/entity", workspace=workspace, label=label, uid=uid)
    if not found:
        return None
    [entity] = found
    rows = graph.run("timeline/rows" if label == "Actor" else "timeline/visitors", workspace=workspace, uid=uid)
    told = tuple(_row(part) for part in (_once(rows) if label == "Actor" else rows))
    held = [part for part in rows if part["polarity"] == "asserted"]
    return EntityView(
        uid=uid,
        label=label,
        name=entity["name"],
        names=tuple(entity["names"]),
        kinds=tuple(entity["kinds"]),
        roles=_labels(held, "role"),
        states=_labels(held, "state"),
        mentions=entity["mentions"],
        documents=tuple(sorted(entity["documents"])),
        rows=told,
        view=view,
        notes=_notes(view, told) if view else (),
    )


def _notes(view: View, rows: Sequence[TimelineRow]) -> tuple[str, ...]:
    """Return what there is to know of a view of some rows."""
    undated = sum(not row.when for row in rows)
    if not view.as_of or not undated:
        return view.notes
    return (f"{undated} of {len(rows)} rows have no date, and may be of a later time.", *view.notes)


def _once(rows: list[Row]) -> list[Row]:
    """Return each held node once: who tells of their own deed is its agent, not also its speaker."""
    best: dict[tuple[str, str], Row] = {}
    for row in rows:
        key = (row["kind"], row["uid"])
        if key not in best or _RANK.get(row["valence"], 9) < _RANK.get(best[key]["valence"], 9):
            best[key] = row
    return list(best.values())


def _labels(rows: list[Row], kind: str) -> tuple[str, ...]:
    """Return the labels of one kind, in the order of story time."""
    return tuple(dict.fromkeys(row["what"] for row in rows if row["kind"] == kind))


def _row(row: Row) -> TimelineRow:
    """Return one line of the timeline."""
    quote = row["quote"]
    start, end = sentence_at(quote["text"], quote["start"], quote["end"])
    return TimelineRow(
        when=_when(row),
        phrase=next(iter(row["phrases"]), ""),
        inherited=row["source"] != "explicit",
        document=row["document"],
        chapter=row["chapter"],
        told_at=row["told_at"],
        kind=row["kind"],
        what=_POLARITY[row["polarity"]] + _OBJECT.get(row["valence"], "") + row["what"],
        place=", ".join(row["places"]),
        companions=tuple(row["companions"]),
        polarity=row["polarity"],
        quote=quote["text"][start:end],
        uid=row["uid"],
        page=page_within(quote["page"], quote["breaks"] or (), start),
    )


def _when(row: Row) -> str:
    """Return when a line holds, as EDTF: a begin or end that the text says, else the day on which it is seen."""
    said = (row["valid_from"], row["valid_to"])
    if None in said or said[0] <= said[1]:  # what ends before it begins, as some text says, is no EDTF
        for stated in row["stated"]:
            if stated and bounds(stated) == said:
                return str(stated)
    day = row["edtf"] or (day_text(row["day"]) if row["day"] is not None else "")
    if row["kind"] not in {"role", "state"} or (row["valid_from"] is None and row["valid_to"] is None):
        return str(day)
    begin = day_text(row["valid_from"]) if row["valid_from"] is not None else ""
    end = day_text(row["valid_to"]) if row["valid_to"] is not None else ".." if row["open"] else ""
    return f"{begin}/{end}"
