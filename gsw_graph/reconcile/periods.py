"""When statements hold in story time, as one batch of claims says."""

from collections import defaultdict
from typing import NamedTuple

from gsw_graph.reconcile.facts import ClaimFact, Facts

STRENGTH = {"explicit": 3, "inherited": 2, "inferred": 1}
"""How much a source counts when two say the same."""


class Period(NamedTuple):
    """When a statement holds in story time."""

    valid_from: int | None = None
    """First day, in days since 1970-01-01; None is unknown."""
    valid_to: int | None = None
    """Last day; None is unknown, or still true if `open`."""
    open: bool = False


class StoryTime:
    """Reads the story time of claims off their dates and the time claims that couple them.

    Args:
        facts: The claims of one batch of chunks.
    """

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._dates = self._dates_of_members()
        self._effects = self._effects_of_verbs()

    def _dates_of_members(self) -> dict[tuple[str, str], Period]:
        """Map (chunk, member) to the period of the time claim that couples the member; explicit ones win."""
        periods: dict[tuple[str, str], Period] = {}
        times = (claim for claim in self._facts.claims if claim.kind == "time")
        for claim in sorted(times, key=lambda c: (STRENGTH[c.source], c.confidence, c.uid)):
            date = self._facts.first(claim, "date")
            if date is None or (date.earliest is None and date.latest is None):
                continue
            for valence, uid in claim.mentions + claim.claims:
                if valence == "member":
                    since = claim.source == "explicit" and (date.edtf or "").endswith("/..")
                    periods[claim.chunk, uid] = Period(date.earliest, date.latest, since)
        return periods

    def period(self, claim: ClaimFact, *members: str) -> Period:
        """Return when a claim holds: its own date, else that of the first member with one."""
        for uid in (claim.uid, *members):
            if (claim.chunk, uid) in self._dates:
                return self._dates[claim.chunk, uid]
        return Period()

    def _effects_of_verbs(self) -> dict[str, list[tuple[str, ClaimFact]]]:
        """Map each role or state claim to the verbs that bring it about or end it."""
        effects: dict[str, list[tuple[str, ClaimFact]]] = defaultdict(list)
        for claim in self._facts.claims:
            for valence, uid in claim.claims:
                if valence in {"brings_about", "ends"}:
                    effects[uid].append((valence, claim))
        return effects

    def validity(self, claim: ClaimFact) -> Period:
        """Return when a role or state begins and ends, as far as the text says of it itself, or of verbs that do it.

        What its bearer does "since 2010" or "until May" says nothing of it, nor does a day on which it is seen.

        Args:
            claim: The role or state.
        """
        begin, end = self._facts.first(claim, "from"), self._facts.first(claim, "to")
        first = begin.earliest if begin else self._effect(claim, "brings_about").valid_from
        last = end.latest if end else self._effect(claim, "ends").valid_to
        still = bool(begin and (begin.edtf or "").endswith("/.."))
        return Period(first, last, still and last is None)

    def _effect(self, claim: ClaimFact, valence: str) -> Period:
        """Return when the first verb with a date brings a role or state about, or ends it."""
        periods = (self.period(verb) for kind, verb in self._effects[claim.uid] if kind == valence)
        return next((period for period in periods if period != Period()), Period())

    def interval(self, claim: ClaimFact) -> str:
        """Return the interval that the text itself states, as EDTF; "" if it states none."""
        begin, end = (one.edtf or "" if one else "" for one in map(self._facts.first, (claim, claim), ("from", "to")))
        if "/" in begin:
            return begin
        first, last = begin, end.rpartition("/")[2]  # "until 1990" is an interval itself
        return f"{first}/{last}" if first or last else ""

    def ends(self, claim: ClaimFact) -> bool:
        """Say whether a verb of its chunk ends a role or state."""
        return any(valence == "ends" for valence, _ in self._effects[claim.uid])
