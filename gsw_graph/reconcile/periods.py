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

    def validity(self, claim: ClaimFact, seen: Period) -> Period:
        """Return when a role or state begins and ends, as far as the text says: a day on which it is seen says neither.

        Args:
            claim: The role or state.
            seen: When the passage shows it.
        """
        begin, end = self._facts.first(claim, "from"), self._facts.first(claim, "to")
        if begin or end:
            still = bool(begin and (begin.edtf or "").endswith("/.."))
            return Period(begin.earliest if begin else None, end.latest if end else None, still)
        if seen.open:
            return Period(seen.valid_from, None, True)
        if seen.valid_from is None and seen.valid_to is not None:
            return seen  # "until 1990"
        effects = [(valence, self.period(verb)) for valence, verb in self._effects[claim.uid]]
        begun = next((period.valid_from for valence, period in effects if valence == "brings_about"), None)
        ended = next((period.valid_to for valence, period in effects if valence == "ends"), None)
        return Period(begun, ended)

    def interval(self, claim: ClaimFact) -> str:
        """Return the interval that the text itself states, as EDTF; "" if it states none."""
        begin, end = self._facts.first(claim, "from"), self._facts.first(claim, "to")
        if begin is None and end is None:
            return ""
        edtf = begin.edtf or "" if begin else ""
        return edtf if "/" in edtf else f"{edtf}/{(end.edtf or '') if end else ''}"

    def ends(self, claim: ClaimFact) -> bool:
        """Say whether a verb of its chunk ends a role or state."""
        return any(valence == "ends" for valence, _ in self._effects[claim.uid])
