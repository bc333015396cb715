"""What the couplings of space and time are found to be: places by uid, dates by EDTF value."""

from collections import defaultdict
from collections.abc import Sequence

from gsw_graph.graph import Row
from gsw_graph.names import fold
from gsw_graph.reconcile.bounds import Bounds
from gsw_graph.reconcile.containment import Containment, Relation
from gsw_graph.reconcile.couplings import Coupling
from gsw_graph.reconcile.facts import ClaimFact, Facts, MentionFact
from gsw_graph.reconcile.moves import goes_to
from gsw_graph.reconcile.periods import Period
from gsw_graph.reconcile.stamps import stamp, together
from gsw_graph.records import content_uid


class Places:
    """Places as the values of couplings, by uid.

    Args:
        facts: All that is told in a chapter.
        places: What it says of its places.
    """

    def __init__(self, facts: Facts, places: Containment) -> None:
        self._facts = facts
        self._places = places
        self._by_uid = {claim.uid: claim for claim in facts.claims}
        self._named: dict[str, MentionFact] = {}
        self._mentions: dict[str, set[str]] = defaultdict(set)
        for one in _sorted(facts, "place"):
            self._named[places.uid(one)] = places.canonical(one)
            self._mentions[places.uid(one)].add(one.uid)

    def value(self, claim: ClaimFact) -> str | None:
        """Return what a claim says the place is, None if it does not say."""
        place = _filler(self._facts, claim, "place")
        return self._places.uid(place) if place else None

    def relation(self, new: str, old: str) -> Relation:
        """Say how one place stands to another."""
        return self._places.relation(new, old)

    def resolves(self, value: str) -> bool:
        """Say whether a place can be what a scene's own is: a name can, "the doorway" is where in it one stands."""
        return self._places.is_proper(value)

    def moves(self, claim: ClaimFact) -> bool:
        """Say whether a claim takes its members to its place, so that they were elsewhere before."""
        here = frozenset(self._mentions[self.value(claim) or ""])
        verbs = (self._by_uid.get(uid) for valence, uid in claim.claims if valence == "member")
        return any(verb is not None and goes_to(verb, here) for verb in verbs)

    def discriminator(self, key: str) -> str:
        """Return what tells a coupling at a place from others of its scene, in its uid."""
        return self._named[key].folded if key in self._named else key

    def label(self, one: Coupling) -> str:
        """Return the words for what a coupling is found to be, "" if it is not found."""
        return self._named[one.current].name if one.current else ""

    def row(self, value: str, claims: Sequence[ClaimFact]) -> Row | None:
        """Return the row of a place that claims say a coupling is, None if nothing can hold it."""
        return {"target": value, **together([stamp(claim, Period()) for claim in claims])}


class Dates:
    """Dates as the values of couplings, by EDTF value, or by the words if these have none.

    Args:
        facts: All that is told in a chapter.
    """

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._by_key = {_date_key(one): one for one in _sorted(facts, "date")}

    def value(self, claim: ClaimFact) -> str | None:
        """Return what a claim says the date is, None if it does not say."""
        date = _filler(self._facts, claim, "date")
        return _date_key(date) if date else None

    def relation(self, new: str, old: str) -> Relation:
        """Say how one date stands to another."""
        if new == old:
            return "same"
        one, other = self._by_key[new], self._by_key[old]
        inner, outer = Bounds(one.earliest, one.latest), Bounds(other.earliest, other.latest)
        if inner == Bounds() or outer == Bounds():
            return "unclear"
        if not inner.meets(outer):
            return "apart"
        if "/" in new or "/" in old:
            return "unclear"  # a stretch of time is not a vaguer word for a day in it
        if inner == outer:
            return "same"
        return "finer" if outer.contains(inner) else "coarser" if inner.contains(outer) else "unclear"

    def resolves(self, value: str) -> bool:
        """Say whether a date can be what a scene's own is: one that is known."""
        return bool(self._by_key[value].edtf)

    def moves(self, claim: ClaimFact) -> bool:
        """Say whether a claim takes its members to its date, so that they were elsewhere before."""
        return False

    def discriminator(self, key: str) -> str:
        """Return what tells a coupling at a date from others of its scene, in its uid."""
        return key

    def label(self, one: Coupling) -> str:
        """Return the words for what a coupling is found to be, "" if it is not found."""
        said = [_filler(self._facts, claim, "date") for claim in one.named[one.current]] if one.current else []
        return max((date.phrase or date.name for date in said if date), default="")

    def row(self, value: str, claims: Sequence[ClaimFact]) -> Row | None:
        """Return the row of a date that claims say a coupling is, None if nothing can hold it."""
        if not self._by_key[value].edtf:
            return None
        said = [(claim, date) for claim in claims if (date := _filler(self._facts, claim, "date"))]
        phrases = [date.phrase for _, date in said if date.phrase]
        return {
            "target": content_uid("date", value),
            "phrase": max(phrases, key=lambda phrase: (len(phrase), phrase), default=None),
            "inferred": all(date.inferred for _, date in said),
            "anchor": max((date.anchor for _, date in said if date.anchor is not None), default=None),
            **together([stamp(claim, Period(date.earliest, date.latest)) for claim, date in said]),
        }


def _sorted(facts: Facts, kind: str) -> list[MentionFact]:
    """Return the mentions of a kind so that the last of several with one name is the same in any order."""
    return sorted(
        (one for one in facts.mentions.values() if one.kind == kind), key=lambda one: (len(one.name), one.uid)
    )


def _filler(facts: Facts, claim: ClaimFact, kind: str) -> MentionFact | None:
    """Return the place or date of a claim; the first one told if there are several."""
    found = [facts.mentions[uid] for one, uid in claim.mentions if one == kind and facts.mentions[uid].kind == kind]
    return min(found, key=lambda mention: (mention.told_at, mention.uid), default=None)


def _date_key(date: MentionFact) -> str:
    return date.edtf or fold(date.phrase or date.name)
