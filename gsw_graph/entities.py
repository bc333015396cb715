"""Looking entities up by the names that they bear."""

import re
import shlex
from collections.abc import Iterable

from gsw_graph.errors import InputError
from gsw_graph.graph import Graph, Row, escape_fulltext
from gsw_graph.names import fold
from gsw_graph.told import scope_token

MOST_ALIASES = 50
"""Entities that the full-text index may propose."""
MOST_TERMS = 500
"""Words that a full-text query may hold; the index refuses a thousand."""
MOST_LISTED = 5
"""Candidates that a message names."""
LEAST_PART = 3
"""Letters that a part of a name needs; fewer stand in too many names."""


def by_name(graph: Graph, workspace: str, folded: Iterable[str]) -> list[Row]:
    """Return the actors and places whose folded name is one of some."""
    return graph.run("match/entities_by_name", workspace=workspace, folded=sorted(set(folded)))


def by_alias(graph: Graph, workspace: str, words: Iterable[str]) -> list[Row]:
    """Return actors and places with one of some words in a name; the caller decides which of them are meant."""
    distinct = dict.fromkeys(re.findall(r"\w+", " ".join(words)))
    terms = escape_fulltext(" ".join(list(distinct)[:MOST_TERMS]))
    if not terms:
        return []
    query = f"+scope:{scope_token(workspace)} +names:({terms})"
    return graph.run("match/entities_by_alias", workspace=workspace, query=query, limit=MOST_ALIASES)


def folded_names(row: Row) -> set[str]:
    """Return all names of an entity, folded."""
    return {row["folded"], *(fold(name) for name in row["names"] or [])}


def search(graph: Graph, workspace: str, text: str) -> list[Row]:
    """Return the entities that a text names: by exact name, by alias, by all its words, or by its very characters.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        text: A name, or part of one.
    """
    exact = by_name(graph, workspace, [fold(text)])
    if exact:
        return exact
    rows = by_alias(graph, workspace, text.split())
    aliases = [row for row in rows if fold(text) in folded_names(row)]
    words = set(fold(text).split())
    found = aliases or [row for row in rows if any(words <= set(name.split()) for name in folded_names(row))]
    part = text.strip()
    if found or not part or (len(part) < LEAST_PART and part.isalnum()):
        return found
    return graph.run("read/entities_containing", workspace=workspace, text=part, limit=MOST_ALIASES)


def one_actor(graph: Graph, workspace: str, text: str) -> Row:
    """Return the one actor that a name, an alias or a uid means.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        text: A name, an alias, or a uid.

    Raises:
        InputError: It means nobody, several, or a place.
    """
    rows = graph.run("read/entity_by_uid", workspace=workspace, uid=text) or search(graph, workspace, text)
    found = {row["uid"]: row for row in rows}
    actors = {uid: row for uid, row in found.items() if row["label"] == "Actor"}
    if len(actors) == 1:
        return next(iter(actors.values()))
    if actors:
        raise InputError(
            f"{text!r} may mean any of {len(actors)} actors in {workspace!r}: {_listed(actors.values())}.",
            hint=f"the uid of the one that is meant; gsw show {shlex.quote(text)} tells them apart",
        )
    if found:
        raise InputError(f"{text!r} is a place in {workspace!r}, and no actor.", hint=f"gsw show {shlex.quote(text)}")
    near = meant(row for row in by_alias(graph, workspace, text.split()) if row["label"] == "Actor")
    raise InputError(f"The workspace {workspace!r} knows nobody named {text!r}.{near}", hint="gsw show")


def meant(near: Iterable[Row]) -> str:
    """Return the question whether one of some entities is meant, after a space; "" if there are none.

    Args:
        near: The entities.
    """
    listed = _listed(near)
    return f" Did you mean {listed}?" if listed else ""


def _listed(rows: Iterable[Row]) -> str:
    """Return some entities by name and uid."""
    listed = [f"{row['name']} ({row['uid']})" for row in rows]
    more = [f"{len(listed) - MOST_LISTED} more"] if len(listed) > MOST_LISTED else []
    return ", ".join(listed[:MOST_LISTED] + more)
