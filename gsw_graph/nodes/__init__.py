"""The graph as Python objects: neomodel classes for reading single nodes and walking from one to the next.

The database holds all workspaces side by side, so each look-up names the one that it is for. Walking needs
no such care, since no relationship leaves a workspace:

    with Workspace("demo") as workspace:
        bind(workspace.graph)
        nora = Actor.nodes.get(workspace="demo", name="Nora Pellow")
        for role in nora.roles.all():
            held = nora.roles.relationship(role)
            print(role.label, held.valid_from, [claim.told_at for claim in role.claims.all()])

These classes are for reading. neomodel could save a changed node too, but the held layer is computed from the
log, so the next rebuild would lose what was saved here; what is corrected by `Workspace.edit` is logged, and so
kept. Nor does this module write in bulk, create indexes or search: that is what `cypher/` is for.

Names follow the graph, with one exception: neomodel keeps the name `source` of a relationship for itself, so
that property of the graph is `basis` here. What each field means is told once, in docs/schema.md.
"""

from neomodel import db

from gsw_graph.graph import Graph
from gsw_graph.nodes.base import (
    About,
    Answered,
    Asked,
    Calling,
    Containment,
    Contribution,
    Dating,
    Participation,
    Saying,
    Share,
    Span,
    Stated,
    Stored,
    Tenure,
)
from gsw_graph.nodes.held import Actor, Date, Persona, Place, Question, Role, Space, State, Summary, Time, Verb
from gsw_graph.nodes.told import Chapter, Chunk, Claim, Document, Mention

__all__ = [
    "About",
    "Actor",
    "Answered",
    "Asked",
    "Calling",
    "Chapter",
    "Chunk",
    "Claim",
    "Containment",
    "Contribution",
    "Date",
    "Dating",
    "Document",
    "Mention",
    "NODES",
    "Participation",
    "Persona",
    "Place",
    "Question",
    "Role",
    "Saying",
    "Share",
    "Space",
    "Span",
    "State",
    "Stated",
    "Stored",
    "Tenure",
    "Summary",
    "Time",
    "Verb",
    "bind",
]

NODES: tuple[type[Stored], ...] = (
    *(Document, Chapter, Chunk, Mention, Claim),
    *(Persona, Actor, Role, State, Verb, Space, Place, Time, Date, Question, Summary),
)
"""All classes, told layer first."""


def bind(graph: Graph) -> None:
    """Let the classes of this module use a graph's driver, until another is bound.

    neomodel has one connection in a process. The driver stays the graph's own: neomodel never closes it, and
    after `graph.close()` the classes have no database until the next `bind`. Another thread talks to the
    server's default database, so bind in the thread too if the graph names another.

    Args:
        graph: The database.
    """
    db._database_name = graph.database  # set_connection has no argument for it, and keeps an earlier one
    db.set_connection(driver=graph.driver)
