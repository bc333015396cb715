"""The decisions: which claims and mentions of a chapter make which node of the held layer.

Each depends on nothing but the chapter and on who its people are, and whatever two chapters say of one node is combined
by a commutative rule (earliest, latest, union, strongest). That is why any order of documents, and any number of
writers, end in the same graph.
"""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from gsw_graph.graph import Row
from gsw_graph.names import fold, fold_label, is_proper
from gsw_graph.reconcile.events import event_uids
from gsw_graph.reconcile.facts import ClaimFact, Facts, MentionFact
from gsw_graph.reconcile.periods import Period, StoryTime
from gsw_graph.reconcile.slots import slot, verb_key
from gsw_graph.reconcile.statements import statement_uid
from gsw_graph.records import content_uid


class HeldRows:
    """Collects the rows of the held layer for the facts of some chapters, by the step that applies them.

    Args:
        facts: All that is told in the chapters.
        actors: The actor of each mention, by their uids.
        ends: Last days of what claims tell, as people decided, in days since 1970-01-01.
    """

    def __init__(self, facts: Facts, actors: Mapping[str, str], ends: Mapping[str, int] | None = None) -> None:
        self._facts = facts
        self._actors = actors
        self._ends = ends or {}
        self._by_uid = {claim.uid: claim for claim in facts.claims}
        self._story = StoryTime(facts)
        self._verbs = event_uids(facts, actors, self._story)
        self.rows: dict[str, list[Row]] = defaultdict(list)
        self._settings()
        for claim in facts.claims:
            getattr(self, f"_{claim.kind}")(claim)

    def _actor(self, claim: ClaimFact, valence: str) -> list[str]:
        """Return the uids of the actors that fill a valence."""
        return [self._actors[uid] for v, uid in claim.mentions if v == valence and uid in self._actors]

    @staticmethod
    def _stamp(claim: ClaimFact, period: Period) -> Row:
        """Return the time stamps and the source of a statement."""
        return {
            "valid_from": period.valid_from,
            "valid_to": period.valid_to,
            "open": period.open,
            "told_at": claim.told_at,
            "recorded_at": claim.recorded_at,
            "source": claim.source,
            "confidence": claim.confidence,
        }

    # -- roles and states --------------------------------------------------------------------------

    def _role(self, claim: ClaimFact) -> None:
        self._attribute(claim)

    def _state(self, claim: ClaimFact) -> None:
        self._attribute(claim)

    def _attribute(self, claim: ClaimFact) -> None:
        """Add what a claim says of a role or state, and of when it begins, ends or is seen."""
        bearers = [uid for valence, uid in claim.mentions if valence == "bearer"]
        seen = self._story.period(claim, *bearers)
        vague = seen.open or seen.valid_from is None or self._story.ends(claim)
        valid = self._story.validity(claim)
        if claim.uid in self._ends:
            valid = Period(valid.valid_from, self._ends[claim.uid])
        label = fold_label(claim.label)
        for actor in dict.fromkeys(self._actor(claim, "bearer")):
            self.rows["statements"].append(
                {
                    "uid": content_uid(claim.kind, actor, label, claim.polarity, ""),
                    "statement": statement_uid(claim.kind, actor, label, claim.polarity),
                    "kind": claim.kind,
                    "label": label,
                    "polarity": claim.polarity,
                    "interval": self._story.interval(claim),
                    "actor": actor,
                    "claim": claim.uid,
                    "document": claim.document,
                    "seen_from": None if vague else seen.valid_from,
                    "seen_to": None if vague else seen.valid_to,
                    **self._stamp(claim, valid),
                }
            )

    # -- verbs -------------------------------------------------------------------------------------

    def _verb(self, claim: ClaimFact) -> None:
        uid = self._verbs[claim.uid]
        self.rows["verbs"].append(
            {
                "uid": uid,
                "label": claim.label,
                "stem": verb_key(claim.label),
                "phrase": claim.phrase or claim.label,
                "polarity": claim.polarity,
                "claim": claim.uid,
                **self._story.period(claim)._asdict(),
            }
        )
        for valence, mention in claim.mentions:
            actor = self._actors.get(mention)
            if actor:
                period = self._story.period(claim, mention)
                self.rows["participants"].append(
                    {"actor": actor, "verb": uid, "valence": valence, **self._stamp(claim, period)}
                )

    # -- space and time ----------------------------------------------------------------------------

    def _settings(self) -> None:
        """Add every place and date that is named, coupled or not."""
        for mention in self._facts.mentions.values():
            if mention.kind == "place":
                row: Row = {"uid": place_uid(mention), "mention": mention.uid}
                self.rows["places"].append({**row, "name": mention.name, "folded": mention.folded})
            elif mention.kind == "date" and mention.edtf:
                row = {"uid": content_uid("date", mention.edtf), "mention": mention.uid, "edtf": mention.edtf}
                bounds = {"earliest": mention.earliest, "latest": mention.latest, "precision": mention.precision}
                self.rows["dates"].append({**row, **bounds})

    def _space(self, claim: ClaimFact) -> None:
        place = self._facts.first(claim, "place")
        uid = content_uid("space", claim.chapter, claim.scene, place.folded if place else "")
        row: Row = {"uid": uid, "scene": claim.scene, "chapter": claim.chapter, "claim": claim.uid}
        self.rows["spaces"].append({**row, "label": place.name if place else ""})
        if place:
            named = {"target": place_uid(place), "coupling": uid}
            self.rows["named"].append({**named, **self._stamp(claim, Period())})
        self._members(claim, uid, "at")

    def _time(self, claim: ClaimFact) -> None:
        date = self._facts.first(claim, "date")
        value = (date.edtf or fold(date.phrase or date.name)) if date else ""
        uid = content_uid("time", claim.chapter, claim.scene, value)
        row: Row = {"uid": uid, "scene": claim.scene, "chapter": claim.chapter, "claim": claim.uid}
        self.rows["times"].append({**row, "label": (date.phrase or date.name) if date else ""})
        if date and date.edtf:
            dated = {"target": content_uid("date", date.edtf), "coupling": uid, "phrase": date.phrase}
            how = {"inferred": bool(date.inferred), "anchor": date.anchor}
            stamp = self._stamp(claim, Period(date.earliest, date.latest))
            self.rows["dated"].append({**dated, **how, **stamp})
        self._members(claim, uid, "during")

    def _time_there(self, claim: ClaimFact, mention: str) -> Period:
        """Return when an actor shares a place: when what it does there happens, else when the passage has it at all."""
        for valence, uid in claim.claims:
            verb = self._by_uid.get(uid)
            if valence == "member" and verb and any(one == mention for _, one in verb.mentions):
                period = self._story.period(verb)
                if period != Period():
                    return period
        return self._story.period(claim, mention)

    def _members(self, claim: ClaimFact, coupling: str, step: str) -> None:
        """Couple the members of a space or time claim to its node."""
        for valence, uid in claim.mentions:
            actor = self._actors.get(uid)
            if valence == "member" and actor:
                row = {"actor": actor, "coupling": coupling, **self._stamp(claim, self._time_there(claim, uid))}
                self.rows[f"actors_{step}"].append(row)
        for valence, uid in claim.claims:
            target = self._by_uid.get(uid)
            if valence == "member" and target and target.kind == "verb":
                row = {
                    "verb": self._verbs[uid],
                    "coupling": coupling,
                    **self._stamp(claim, self._story.period(claim, uid)),
                }
                self.rows[f"verbs_{step}"].append(row)

    # -- questions ---------------------------------------------------------------------------------

    def _question(self, claim: ClaimFact) -> None:
        about = [self._by_uid[uid].label for v, uid in claim.claims if v == "asks_about" and uid in self._by_uid]
        wanted = slot(claim.label, min(about, default=""))
        self.rows["questions"].append(
            {
                "uid": content_uid("question", claim.uid),
                "label": claim.label,
                "seeks": wanted.key if wanted else "",
                "claim": claim.uid,
                "actors": sorted(set(self._actor(claim, "asks_about"))),
                "verbs": sorted(
                    {self._verbs[uid] for v, uid in claim.claims if v == "asks_about" and uid in self._verbs}
                ),
                **self._stamp(claim, self._story.period(claim)),
            }
        )


def place_uid(mention: MentionFact) -> str:
    """Return the uid of the place that a mention names: by a name in the workspace, by "the kitchen" in its chapter."""
    return content_uid("place", "" if is_proper(mention.name) else mention.chapter, mention.folded)


def sorted_rows(rows: list[Row]) -> list[Row]:
    """Return rows in one order for all writers, so that two of them take their locks alike."""
    return sorted(rows, key=lambda row: [str(value) for value in _identity(row)])


def _identity(row: Row) -> list[Any]:
    """Return what names a row: the uids in it."""
    return [row.get(key, "") for key in ("uid", "actor", "verb", "state", "coupling", "target", "valence", "claim")]
