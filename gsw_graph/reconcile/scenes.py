"""Space and time: who and what shares a place or a date, scene by scene (system.md §5.4).

Every place and date that a chapter names is held, coupled or not; `couplings` says who shares which.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from gsw_graph.graph import Row
from gsw_graph.reconcile.axes import Dates, Places
from gsw_graph.reconcile.containment import Containment
from gsw_graph.reconcile.couplings import Coupling, Part, SceneCouplings, is_chronicle
from gsw_graph.reconcile.facts import ClaimFact, Facts, MentionFact
from gsw_graph.reconcile.moves import goes_away
from gsw_graph.reconcile.periods import STRENGTH, Period, StoryTime
from gsw_graph.reconcile.stamps import stamp, together
from gsw_graph.records import content_uid


class Scenes:
    """Collects the rows of the held layer for places, dates and their couplings, chapter by chapter.

    Args:
        facts: All that is told in some chapters; none of them has a say in what another's words mean.
        story: When its statements hold.
        actor_of: Returns the uid of the actor that a mention belongs to, None if it belongs to none.
        verb_of: Returns the uid of the verb that a claim tells.
    """

    def __init__(
        self,
        facts: Facts,
        story: StoryTime,
        actor_of: Callable[[MentionFact], str | None],
        verb_of: Callable[[str], str],
    ) -> None:
        self.rows: dict[str, list[Row]] = defaultdict(list)
        chapters: dict[str, Facts] = defaultdict(lambda: Facts({}, []))
        for mention in facts.mentions.values():
            chapters[mention.chapter].mentions[mention.uid] = mention
        for claim in facts.claims:
            chapters[claim.chapter].claims.append(claim)
        for one in chapters.values():
            for step, rows in _Chapter(one, story, actor_of, verb_of).rows.items():
                self.rows[step] += rows


class _Chapter:
    """The rows of one chapter."""

    def __init__(
        self,
        facts: Facts,
        story: StoryTime,
        actor_of: Callable[[MentionFact], str | None],
        verb_of: Callable[[str], str],
    ) -> None:
        self._facts = facts
        self._story = story
        self._actor_of = actor_of
        self._verb_of = verb_of
        self._by_uid = {claim.uid: claim for claim in facts.claims}
        self._places = Containment(facts.mentions.values())
        self._space, self._time = Places(facts, self._places), Dates(facts)
        self._spots = frozenset(one.uid for one in facts.mentions.values() if one.kind == "place")
        self.rows: dict[str, list[Row]] = defaultdict(list)
        self._named_and_dated()
        self._within()
        scenes: dict[tuple[str, int], list[ClaimFact]] = defaultdict(list)
        for claim in facts.claims:
            scenes[claim.chapter, claim.scene].append(claim)
        for (chapter, scene), claims in scenes.items():
            self._couple(chapter, scene, claims)

    # -- what is named -----------------------------------------------------------------------------

    def _named_and_dated(self) -> None:
        """Add every place and date that is named, a place by each of its names."""
        for mention in self._facts.mentions.values():
            if mention.kind == "place":
                uid, folded = self._places.uid(mention), self._places.canonical(mention).folded
                names = [mention.name, mention.surface] if mention.form == "alias" else [mention.name]
                row: Row = {"uid": uid, "mention": mention.uid, "folded": folded}
                self.rows["places"].append({**row, "name": mention.name, "names": names})
            elif mention.kind == "date" and mention.edtf:
                row = {"uid": content_uid("date", mention.edtf), "mention": mention.uid, "edtf": mention.edtf}
                bounds = {"earliest": mention.earliest, "latest": mention.latest, "precision": mention.precision}
                self.rows["dates"].append({**row, **bounds})

    def _within(self) -> None:
        """Add which place lies within which, once for the chapter."""
        learnt: dict[str, list[Any]] = defaultdict(list)
        for claim in self._facts.claims:
            for _, uid in claim.mentions:
                learnt[uid].append(claim.recorded_at)
        anything = [claim.recorded_at for claim in self._facts.claims]
        for one in self._places.within:
            said = [self._facts.mentions[uid] for uid in one.mentions]
            recorded = [when for uid in one.mentions for when in learnt[uid]] or anything
            self.rows["place_within"].append(
                {
                    "inner": one.inner,
                    "outer": one.outer,
                    "chapter": said[0].chapter,
                    "told_at": min(mention.told_at for mention in said),
                    "recorded_at": min((when for when in recorded if when is not None), default=None),
                }
            )

    # -- what is coupled ---------------------------------------------------------------------------

    def _couple(self, chapter: str, scene: int, claims: list[ClaimFact]) -> None:
        """Add the coupling nodes of one scene."""
        axes: list[tuple[Places | Dates, _Steps]] = [(self._space, _SPACE), (self._time, _TIME)]
        told = {steps.kind: [claim for claim in claims if claim.kind == steps.kind] for _, steps in axes}
        chronicle = any(is_chronicle(axis, told[steps.kind]) for axis, steps in axes)
        for axis, steps in axes:
            for one in SceneCouplings(axis, told[steps.kind], self._parts, chronicle=chronicle).couplings:
                uid = content_uid(steps.kind, chapter, scene, *(axis.discriminator(part) for part in one.key))
                row: Row = {"uid": uid, "chapter": chapter, "scene": scene, "label": axis.label(one)}
                self.rows[steps.nodes] += [{**row, "claim": claim} for claim in sorted(one.claims)]
                self.rows[steps.values] += [{"coupling": uid, **row} for row in _values(axis, one)]
                self._members(one, uid, steps)

    def _parts(self, claim: ClaimFact) -> list[Part]:
        """Return the actors and verbs that a space or time claim couples."""
        parts: list[Part] = []
        for valence, uid in claim.mentions:
            mention = self._facts.mentions[uid]
            actor = self._actor_of(mention) if valence == "member" else None
            if actor:
                parts.append(Part(mention.told_at, actor, uid, verb=False))
        for valence, uid in claim.claims:
            verb = self._by_uid.get(uid)
            if valence == "member" and verb and verb.kind == "verb":
                agents = tuple(self._agents(verb))
                leaves = claim.kind == "space" and goes_away(verb, self._spots)
                parts.append(Part(verb.told_at, self._verb_of(uid), uid, verb=True, agents=agents, leaves=leaves))
        return parts

    def _agents(self, verb: ClaimFact) -> Iterator[str]:
        """Yield the actors that do what a verb says, else those whom it is done to."""
        for wanted in ("agent", "patient"):
            found = [self._actor_of(self._facts.mentions[uid]) for valence, uid in verb.mentions if valence == wanted]
            if any(found):
                yield from sorted({actor for actor in found if actor})
                return

    def _members(self, one: Coupling, uid: str, steps: "_Steps") -> None:
        """Add who and what is coupled: as sure as the place or date is said of it, "inferred" if only of others."""
        known = {claim.uid for value in _current(one) for claim in one.named[value]}
        for who, said in one.members.items():
            stamps = [stamp(claim, self._when(claim, part)) for claim, part in said]
            row = together(stamps)
            if known:
                sources = [claim.source for claim, _ in said if claim.uid in known]
                row["source"] = max(sources, key=STRENGTH.__getitem__, default="inferred")
            step, label = (steps.verbs, "verb") if said[0][1].verb else (steps.actors, "actor")
            self.rows[step].append({label: who, "coupling": uid, **row})

    def _when(self, claim: ClaimFact, part: Part) -> Period:
        """Return when a member is coupled: when what it does there happens, else when the passage has it at all."""
        if claim.kind == "space" and not part.verb:
            for valence, uid in claim.claims:
                verb = self._by_uid.get(uid)
                if valence == "member" and verb and any(one == part.said for _, one in verb.mentions):
                    period = self._story.period(verb)
                    if period != Period():
                        return period
        return self._story.period(claim, part.said)


class _Steps(NamedTuple):
    """The steps that apply the couplings of one axis."""

    kind: str
    nodes: str
    values: str
    actors: str
    verbs: str


_SPACE = _Steps("space", "spaces", "named", "actors_at", "verbs_at")
_TIME = _Steps("time", "times", "dated", "actors_during", "verbs_during")


def _values(axis: Places | Dates, one: Coupling) -> Iterator[Row]:
    """Yield what a coupling is found to be: the most exact, and as history what is less so."""
    for value, claims in sorted(one.named.items()):
        row = axis.row(value, claims)
        if row is not None:
            better = [
                claim for other, said in one.named.items() if axis.relation(other, value) == "finer" for claim in said
            ]
            first = min(better, key=lambda claim: (claim.told_at, claim.uid), default=None)
            yield {**row, "superseded_at": first.recorded_at if first else None}


def _current(one: Coupling) -> list[str]:
    return [one.current] if one.current is not None else []
