"""Arms: the ways in which the chapters for a question can be chosen, and what of the memory may then be used.

They are flags of one road, so that what one of them changes can be measured (docs/answering.md).
"""

from typing import Literal, NamedTuple

from gsw_graph.errors import InputError

By = Literal["cues", "nothing"]
"""How chapters are chosen."""


class Arm(NamedTuple):
    """A way of answering."""

    about: str
    """What it is, in a line."""
    by: By = "cues"
    reranks: bool = True
    """Whether summaries are put in the order of their cosine with the question, or stay in the order told."""
    roles: bool = True
    """Whether roles and states may be used."""
    settings: bool = True
    """Whether what couples actors to places and dates may be used."""
    shows: Literal["summaries", "passages"] = "summaries"
    """What the context is made of."""


DEFAULT_ARM = "gsw"
ARMS: dict[str, Arm] = {
    DEFAULT_ARM: Arm("chapters that hold all that the question names, in one scene; the whole memory"),
    "abstain": Arm("no chapter: the workspace never says", by="nothing"),
}
"""The arms by name."""


def arm_named(name: str) -> Arm:
    """Return the arm of a name.

    Args:
        name: One of `ARMS`.

    Raises:
        InputError: There is none.
    """
    if name not in ARMS:
        raise InputError(f"No arm is named {name!r}.", hint=f"--arm with one of {', '.join(ARMS)}")
    return ARMS[name]
