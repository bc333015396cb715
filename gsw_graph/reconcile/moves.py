"""Which verbs take who does them elsewhere: to a place that they name, or away without saying where to."""

from gsw_graph.reconcile.facts import ClaimFact

_ARRIVING = frozenset(["arrive", "reach", "enter", "return", "come", "come back", "get back", "go back", "land"])
"""Verbs whose place is where somebody gets to, however it is attached ("arrived at", "reached")."""
_LEAVING = frozenset(["leave", "depart", "vanish", "disappear", "flee", "escape"])
_GOING = frozenset(
    """come drive get go head hurry march move ride run rush sail set slip sneak step storm stride stroll walk wander
    fly""".split()
)
_AWAY = frozenset(["away", "off", "out"])
_HOW = frozenset(
    """alone again after and as at before by early first for from home in late later on quickly quietly silently
    soon the then through to together towards with without""".split()
)
"""What may follow a verb of leaving that has no object; "the" opens what is left behind ("the room")."""


def goes_to(verb: ClaimFact, places: frozenset[str]) -> bool:
    """Say whether a verb takes somebody to a place.

    Args:
        verb: What a claim says was done.
        places: Uids of the mentions of that place.
    """
    if verb.kind != "verb" or verb.polarity != "asserted":
        return False
    valences = {valence for valence, uid in verb.mentions if uid in places}
    if "goal" in valences:
        return True
    return verb.label in _ARRIVING and bool(valences & {"place", "patient"})


def goes_away(verb: ClaimFact, places: frozenset[str]) -> bool:
    """Say whether whoever does a verb is gone after it.

    Args:
        verb: What a claim says was done.
        places: Uids of all mentions of places; what is left must be one of them.
    """
    if verb.kind != "verb" or verb.polarity != "asserted":
        return False
    filled = [(valence, uid) for valence, uid in verb.mentions if valence in {"goal", "patient"}]
    if any(valence == "goal" or uid not in places for valence, uid in filled):
        return False  # "went out to Porto" says where to; who leaves a note stays
    first, *rest = verb.label.split()
    said = verb.phrase.split()[len(rest) + 1 :]
    if first in _GOING and rest and rest[-1] in _AWAY:
        return True
    return first in _LEAVING and not rest and (bool(filled) or not said or said[0].strip(",") in _HOW)
