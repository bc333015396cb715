"""Whom a name or uid means, where it must be one actor and no other."""

from collections.abc import Sequence
from typing import NamedTuple

from gsw_graph.entities import search
from gsw_graph.errors import InputError
from gsw_graph.graph import Graph, Row
from gsw_graph.identity import actor_uid
from gsw_graph.storable import encodable

MOST_SHOWN = 8
"""Candidates that a message names."""


class Face(NamedTuple):
    """One persona of an actor."""

    uid: str
    home: str
    """"" for a full name, else the chapter's uid."""
    folded: str
    mark: str
    places: frozenset[tuple[str, int]]
    """Documents and chapters that speak of it."""

    @property
    def own(self) -> str:
        """Uid of the actor that it would be alone."""
        return actor_uid(self.home, self.folded, self.mark)


class Referent(NamedTuple):
    """An actor with its personae."""

    uid: str
    name: str
    faces: tuple[Face, ...]

    @property
    def main(self) -> Face:
        """The persona that stands for the actor."""
        return next((face for face in self.faces if face.own == self.uid), self.faces[0])

    @property
    def places(self) -> frozenset[tuple[str, int]]:
        """Documents and chapters that speak of the actor."""
        return frozenset(place for face in self.faces for place in face.places)


def referent(graph: Graph, workspace: str, entity: str) -> Referent:
    """Return the one actor that a text means.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        entity: A name, an alias, or the uid of an actor or persona.

    Raises:
        InputError: It means nobody, several, or a place.
    """
    entity = encodable(entity)
    rows = graph.run("read/entity_by_uid", workspace=workspace, uid=entity)
    rows = rows or graph.run("read/actor_of_persona", workspace=workspace, uid=entity)
    rows = rows or search(graph, workspace, entity)
    found = {row["uid"]: row for row in rows}
    actors = [row for row in found.values() if row["label"] == "Actor"]
    if not found:
        raise InputError(f"The workspace {workspace!r} knows nobody named {entity!r}.", hint="gsw show")
    if not actors:
        raise InputError(f"{entity!r} is a place, and only of actors can something be decided.", hint="gsw show")
    known = [_read(graph, workspace, row) for row in actors[: MOST_SHOWN + 1]]
    if len(known) > 1:
        raise InputError(f"{_many(known)} bear the name {entity!r}: {_listed(known)}.", hint="the uid of one of them")
    return known[0]


def _read(graph: Graph, workspace: str, row: Row) -> Referent:
    """Read the personae of an actor."""
    faces = []
    for face in graph.run("read/personae_of", workspace=workspace, uid=row["uid"]):
        places = frozenset((place["document"], place["chapter"]) for place in face.pop("chapters"))
        faces.append(Face(**face, places=places))
    if not faces:
        raise InputError(f"{row['name']!r} is not held in the way of this version.", hint="gsw rebuild")
    return Referent(row["uid"], row["name"], tuple(faces))


def _many(known: Sequence[Referent]) -> str:
    """Return how many there are."""
    return f"More than {MOST_SHOWN} actors" if len(known) > MOST_SHOWN else f"{len(known)} actors"


def _listed(known: Sequence[Referent]) -> str:
    """Return who they are and where."""
    said = []
    for one in known[:MOST_SHOWN]:
        document, chapter = min(one.places, default=("", 0))
        said.append(f"{one.uid} ({one.name}, in {document} {chapter})")
    return "; ".join(said)
