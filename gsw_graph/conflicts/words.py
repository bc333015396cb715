"""The words by which contradictions are found: verbs of what happens once, and verbs of motion."""

from typing import NamedTuple


class Once(NamedTuple):
    """What happens to one actor only once."""

    fact: str
    """Its name: all verbs of one fact tell the same event."""
    valence: str
    """The slot of the one to whom it happens."""


ONCE = {
    "bear": Once("birth", "patient"),
    "die": Once("death", "agent"),
    "perish": Once("death", "agent"),
    "drown": Once("death", "agent"),
    "kill": Once("death", "patient"),
    "murder": Once("death", "patient"),
    "assassinate": Once("death", "patient"),
    "execute": Once("death", "patient"),
    "bury": Once("burial", "patient"),
    "baptise": Once("baptism", "patient"),
    "baptize": Once("baptism", "patient"),
    "christen": Once("baptism", "patient"),
    "found": Once("founding", "patient"),
}
"""Verbs, by lemma. Not among them: marry, retire, elect, open, close, arrest, which happen again."""
OF_LIVING = frozenset({"birth", "death", "burial", "baptism"})
"""What happens to persons and animals; "the flames died" is no death."""
LIVING = frozenset({"person", "animal"})
"""Kinds of whom that is."""
DEAD = ("dead", "deceased")
"""States of whom acts no more."""
STILL = ("be", "lie", "rest", "remain", "stay", "have", "bear", "die", "perish", "drown", "bury", "leave")
"""Lemmas of verbs that the dead are said to do as well."""
MOTION = (
    *("arrive", "ascend", "board", "climb", "come", "cross", "cycle", "depart", "descend", "drive", "embark", "enter"),
    *("escape", "flee", "fly", "follow", "go", "head", "hurry", "journey", "land", "leave", "march", "move", "pass"),
    *("proceed", "reach", "return", "ride", "row", "run", "rush", "sail", "set off", "set out", "step", "travel"),
    *("visit", "walk", "wander", "go back", "come back", "come in", "go out", "get to", "move to"),
)
"""Lemmas of verbs by which an actor gets from place to place."""
