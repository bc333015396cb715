"""Personae, and the keys that name and group them."""

from typing import NamedTuple

from gsw_graph.records import content_uid


class Persona(NamedTuple):
    """What texts call by one name: the atom of identity."""

    uid: str
    scope: str
    """"" for a full name, which is one in the workspace, else the chapter's uid."""
    folded: str
    mark: str
    """What sets it apart from others of the same folded name; "" normally."""
    name: str
    """The longest spelling."""
    names: tuple[str, ...]
    """All spellings."""
    kinds: tuple[str, ...]
    sure: bool
    """Whether a name said the kinds, and not a nominal or pronoun alone."""
    chapters: int
    """How many chapters speak of it."""


def persona_uid(scope: str, folded: str, mark: str) -> str:
    """Return the uid of a persona.

    Args:
        scope: "" or a chapter's uid.
        folded: Its folded name.
        mark: Its mark.
    """
    return content_uid("persona", scope, folded, mark)


def actor_uid(scope: str, folded: str, mark: str) -> str:
    """Return the uid of the actor whose canonical persona has this name.

    Args:
        scope: "" or a chapter's uid.
        folded: Its folded name.
        mark: Its mark.
    """
    return content_uid("actor", scope, folded, mark) if mark else content_uid("actor", scope, folded)
