"""Who is who: which names of texts are one actor (system.md §5.1), decided without a database.

A *persona* is what texts call by one name; an actor is one or more personae. `partition` decides which, as a pure
function of the sets of personae and links: no order of documents, and no number of writers, changes it.
"""

from gsw_graph.identity.doubting import Doubt, doubts
from gsw_graph.identity.families import family
from gsw_graph.identity.groups import canonical
from gsw_graph.identity.joining import Link, partition
from gsw_graph.identity.marks import SPLIT, Naming, mark, marks
from gsw_graph.identity.personae import Persona, actor_uid, persona_uid

__all__ = [
    "SPLIT",
    "Doubt",
    "Link",
    "Naming",
    "Persona",
    "actor_uid",
    "canonical",
    "doubts",
    "family",
    "mark",
    "marks",
    "partition",
    "persona_uid",
]
