"""The coupling nodes of one scene: who and what shares a place (or a time), and how that becomes known and changes.

Resolution is not movement (GSW, the paper's figures of the Reconciler; system.md §5.4): what is told of one who shares
a place holds for all who share it, and who goes elsewhere leaves the others where they are. The claims of a scene are
gone through in the order in which they are told, so that the result is a function of their set.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import NamedTuple, Protocol

from gsw_graph.reconcile.containment import Relation
from gsw_graph.reconcile.facts import ClaimFact

_CHRONICLE = 2
"""Places (or dates) apart in a scene, above which it tells of several."""


class Part(NamedTuple):
    """An actor or verb that a claim couples."""

    told_at: int
    who: str
    """Uid of the actor or verb."""
    said: str
    """Uid of the mention or claim that says it."""
    verb: bool
    agents: tuple[str, ...] = ()
    """Of a verb: the actors that take part in it, whoever does it first."""
    leaves: bool = False
    """Of a verb: whether its agents are gone after it."""


class Axis(Protocol):
    """Space or time: what the values of couplings are, and how they stand to each other."""

    def value(self, claim: ClaimFact) -> str | None:
        """Return what a claim says the place or date is, None if it does not say."""

    def relation(self, new: str, old: str) -> Relation:
        """Say how one value stands to another."""

    def resolves(self, value: str) -> bool:
        """Say whether a value can be what a scene's own is, so that it holds for all who are there."""

    def moves(self, claim: ClaimFact) -> bool:
        """Say whether a claim takes its members to its value, so that they were elsewhere before."""


class Coupling:
    """A coupling node: these actors and verbs share one place (or time), known or not.

    Args:
        key: What tells it from others of its scene.
        number: How many were made before it.
    """

    def __init__(self, key: tuple[str, ...], number: int) -> None:
        self.key = key
        self.number = number
        self.current: str | None = None
        self.named: dict[str, list[ClaimFact]] = defaultdict(list)
        self.claims: dict[str, ClaimFact] = {}
        self.members: dict[str, list[tuple[ClaimFact, Part]]] = defaultdict(list)
        self.left: set[str] = set()
        self.into: Coupling | None = None

    def join(self, claim: ClaimFact, part: Part) -> None:
        """Add a member."""
        self.members[part.who].append((claim, part))


def is_chronicle(axis: Axis, claims: Iterable[ClaimFact]) -> bool:
    """Say whether a scene tells of more than two places (or dates) apart, without anybody going from one to another.

    Args:
        axis: Space or time.
        claims: The scene's claims of that kind.
    """
    told = {
        value
        for claim in claims
        if claim.source == "explicit" and not axis.moves(claim)
        if (value := axis.value(claim)) is not None and axis.resolves(value)
    }
    stands = ({axis.relation(one, other) for other in told} for one in told)
    apart = ("apart" in stand and "finer" not in stand for stand in stands)
    return len(list(islice(filter(None, apart), _CHRONICLE + 1))) > _CHRONICLE


class SceneCouplings:
    """Works out the coupling nodes of one scene.

    Args:
        axis: Space or time.
        claims: The scene's claims of that kind, in any order.
        parts: Returns what a claim couples.
        chronicle: Whether the scene tells of many places or dates, so that its own untold one is none of them.
    """

    def __init__(
        self,
        axis: Axis,
        claims: Iterable[ClaimFact],
        parts: Callable[[ClaimFact], list[Part]],
        *,
        chronicle: bool = False,
    ) -> None:
        self._axis = axis
        self._chronicle = chronicle
        self._made: dict[tuple[str, ...], Coupling] = {}
        self._at: dict[str, list[Coupling]] = defaultdict(list)
        self._gone: dict[str, str] = {}
        in_order = sorted(claims, key=lambda claim: (claim.told_at, claim.uid))
        for claim in in_order:
            value, members = axis.value(claim), sorted(parts(claim))
            if value is None:
                self._share(claim, members)
            elif claim.source != "explicit":
                self._lend(claim, value, members)
            else:
                self._tell(claim, value, members)

    @property
    def couplings(self) -> list[Coupling]:
        """The coupling nodes, in the order in which the text gives rise to them."""
        return [one for one in self._made.values() if one.claims]

    # -- what the three kinds of claim do ----------------------------------------------------------

    def _share(self, claim: ClaimFact, parts: Sequence[Part]) -> None:
        """Couple members to the scene's own place, which is not told; who left it is where they went."""
        unknown = self._find(("",))
        for part in parts:
            one = self._whereabouts(part, unknown)
            one.claims[claim.uid] = claim
            self._join(one, claim, part)
            self._depart(part)
        if not parts:
            unknown.claims[claim.uid] = claim

    def _whereabouts(self, part: Part, unknown: Coupling) -> Coupling:
        """Return where a member is that is said to be wherever the scene is."""
        who = next(iter(part.agents), part.who) if part.verb else part.who
        if who not in unknown.left and who not in self._gone:
            return unknown
        if who in self._gone:
            return self._find(("", self._gone[who]))
        return max(self._at[who], key=lambda one: one.number, default=unknown)

    def _lend(self, claim: ClaimFact, value: str, parts: Sequence[Part]) -> None:
        """Couple members to the place that the scene lends: it moves nobody, and resolves nothing."""
        self._enter(self._known(value) or self._new(value, claim), claim, value, parts)

    def _tell(self, claim: ClaimFact, value: str, parts: Sequence[Part]) -> None:
        """Couple members to the place that a passage tells: it resolves where they are, or takes them elsewhere."""
        fitting, apart = self._here(claim, value, parts)
        target = self._chosen(fitting, claim, value, {part.who for part in parts})
        for part in parts:
            for one in [one for one in self._at[part.who] if one in apart and one is not target]:
                self._leave(part.who, one)
        self._enter(target, claim, value, parts)

    def _chosen(self, fitting: Sequence[Coupling], claim: ClaimFact, value: str, members: set[str]) -> Coupling:
        """Return the one coupling that a value is told of, made of several if its members are at several."""
        fitting = [one for one in fitting if not one.left & members]
        exact = {one.current for one in fitting if one.current is not None}
        if any(self._axis.relation(one, other) == "apart" for one in exact for other in exact):
            fitting = [one for one in fitting if one.current in {None, value}]  # they are at several places in it
        known = self._known(value)
        if known is not None and known.left & members:
            known = None  # who comes back is there anew
        if not fitting and known is not None:
            fitting = [known]
        target = fitting[0] if fitting else self._new(value, claim)
        for other in fitting[1:]:
            target = self._merged(target, other)
        self._name(target, claim, value)
        if known is not None and known is not target and known.claims and known.current == target.current:
            target = self._merged(target, known)
        return target

    def _here(self, claim: ClaimFact, value: str, parts: Sequence[Part]) -> tuple[list[Coupling], list[Coupling]]:
        """Return where members are that a value can be told of, and where it takes them away from."""
        moves = self._axis.moves(claim)
        fitting: dict[int, Coupling] = {}
        apart: dict[int, Coupling] = {}
        events = {part.who for part in parts if part.verb}
        for part in parts:
            stands = [(one, self._stand(one, part, value, moves)) for one in self._at[part.who]]
            # One event at two places is no movement: one of them holds the other, or it went on from one to the other.
            away = [one for one, stand in stands if stand == "apart" and not events & one.members.keys()]
            if not part.verb:
                apart |= {one.number: one for one in away}
            open_too = not away
            for one, stand in stands:
                if stand in {"same", "finer", "coarser"} and (one.current is not None or open_too):
                    fitting[one.number] = one
        return [fitting[number] for number in sorted(fitting)], list(apart.values())

    def _stand(self, one: Coupling, part: Part, value: str, moves: bool) -> Relation:
        """Say how a value that is told of a member stands to what is known of its coupling."""
        if one.current is None:
            known = self._axis.resolves(value) and not self._chronicle
            return "apart" if moves else "finer" if known else "unclear"
        relation = self._axis.relation(value, one.current)
        if moves and relation in {"finer", "unclear"}:
            return "apart"
        lent = all(self._axis.value(claim) and claim.source != "explicit" for claim, _ in one.members[part.who])
        return "unclear" if lent and relation == "finer" else relation  # what it is only lent says nothing of others

    # -- the couplings themselves ------------------------------------------------------------------

    def _enter(self, one: Coupling, claim: ClaimFact, value: str, parts: Sequence[Part]) -> None:
        self._name(one, claim, value)
        for part in parts:
            one.left.discard(part.who)
            self._gone.pop(part.who, None)
            self._join(one, claim, part)
        for part in parts:
            self._depart(part)

    def _name(self, one: Coupling, claim: ClaimFact, value: str) -> None:
        """Note what a claim says a coupling is; the most exact is what it is."""
        one.claims[claim.uid] = claim
        if claim not in one.named[value]:
            one.named[value].append(claim)
        if one.current is None or self._axis.relation(value, one.current) == "finer":
            one.current = value

    def _join(self, one: Coupling, claim: ClaimFact, part: Part) -> None:
        one.join(claim, part)
        if one not in self._at[part.who]:
            self._at[part.who].append(one)

    def _depart(self, part: Part) -> None:
        """Let the agents of a verb of leaving be nowhere that is known; those who leave by one verb stay together."""
        for who in part.agents if part.leaves else ():
            for one in list(self._at[who]):
                self._leave(who, one)
            self._gone[who] = part.said

    def _leave(self, who: str, one: Coupling) -> None:
        self._at[who].remove(one)
        one.left.add(who)

    def _known(self, value: str) -> Coupling | None:
        """Return the latest coupling that is at a value."""
        return next((one for one in reversed(self._made.values()) if one.claims and one.current == value), None)

    def _find(self, key: tuple[str, ...]) -> Coupling:
        """Return the coupling of a key, made if there is none."""
        found = self._made.get(key) or self._made_with(key)
        while found.into is not None:
            found = found.into
        return found

    def _new(self, value: str, claim: ClaimFact) -> Coupling:
        return self._made_with((value, claim.uid) if (value,) in self._made else (value,))

    def _made_with(self, key: tuple[str, ...]) -> Coupling:
        self._made[key] = Coupling(key, len(self._made))
        return self._made[key]

    def _merged(self, one: Coupling, other: Coupling) -> Coupling:
        """Make one coupling of two, unless somebody went from one to the other."""
        if one.left & other.members.keys() or other.left & one.members.keys():
            return one
        kept, gone = sorted((one, other), key=lambda coupling: coupling.number)
        for value, claims in gone.named.items():
            for claim in claims:
                self._name(kept, claim, value)
        kept.claims |= gone.claims
        for who, said in gone.members.items():
            kept.members[who] += said
        for places in self._at.values():
            if gone in places:
                places[:] = [place for place in places if place not in (gone, kept)] + [kept]
        kept.left |= gone.left
        gone.claims, gone.current = {}, None
        gone.into = kept
        return kept
