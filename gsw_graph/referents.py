"""Whom a name or uid means, where it must be one actor and no other."""

from typing import NamedTuple

from gsw_graph.entities import one_actor
from gsw_graph.errors import InputError
from gsw_graph.graph import Graph
from gsw_graph.identity import actor_uid
from gsw_graph.storable import encodable


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
    rows = graph.run("read/actor_of_persona", workspace=workspace, uid=entity)
    row = rows[0] if rows else one_actor(graph, workspace, entity)
    faces = []
    for face in graph.run("read/personae_of", workspace=workspace, uid=row["uid"]):
        places = frozenset((place["document"], place["chapter"]) for place in face.pop("chapters"))
        faces.append(Face(**face, places=places))
    if not faces:
        raise InputError(f"{row['name']!r} is not held in the way of this version.", hint="gsw rebuild")
    return Referent(row["uid"], row["name"], tuple(faces))
