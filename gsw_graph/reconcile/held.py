"""The decisions: which claims and mentions make which node of the held layer.

Each decision depends on nothing but the claim, its chunk's other claims and its mentions, and whatever two decisions
say of one node is combined by a commutative rule (earliest, latest, union, strongest). That is why any order of
documents, and any number of writers, end in the same graph.
"""

from collections import defaultdict
from typing import Any

from gsw_graph.graph import Row
from gsw_graph.names import fold, fold_label, is_proper
from gsw_graph.reconcile.facts import ACTOR_KINDS, ClaimFact, Facts, MentionFact
from gsw_graph.reconcile.periods import Period, StoryTime
from gsw_graph.records import content_uid


class HeldRows:
    """Collects the rows of the held layer for the facts of one batch, by the step that applies them."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._by_uid = {claim.uid: claim for claim in facts.claims}
        self._story = StoryTime(facts)
        self.rows: dict[str, list[Row]] = defaultdict(list)
        self._actors()
        self._settings()
        for claim in facts.claims:
            getattr(self, f"_{claim.kind}")(claim)
        self._links()

    # -- actors ------------------------------------------------------------------------------------

    def _actors(self) -> None:
        """Group the actor mentions by exact folded name; what has no name must have something said of it."""
        used = {uid for claim in self._facts.claims for _, uid in claim.mentions}
        groups: dict[str, list[MentionFact]] = defaultdict(list)
        for mention in self._facts.mentions.values():
            uid = actor_uid(mention)
            if uid and (mention.uid in used or mention.name != mention.name.lower()):
                groups[uid].append(mention)
        for uid, members in sorted(groups.items()):
            names = {m.name for m in members} | {m.surface for m in members if m.form in {"name", "alias"}}
            kinds = {m.kind for m in members if m.form == "name" and m.kind != "other"}
            self.rows["actors"].append(
                {
                    "uid": uid,
                    "folded": members[0].folded,
                    "full": members[0].full,
                    "names": sorted(names),
                    "name": max((m.name for m in members), key=lambda name: (len(name), name)),
                    "kinds": sorted(kinds or {m.kind for m in members}),
                    "sure": bool(kinds),
                    "mentions": sorted(m.uid for m in members),
                }
            )

    def _actor(self, claim: ClaimFact, valence: str) -> list[str]:
        """Return the uids of the actors that fill a valence."""
        found = (actor_uid(self._facts.mentions[uid]) for v, uid in claim.mentions if v == valence)
        return [uid for uid in found if uid]

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
        self._attribute(claim, "roles")

    def _state(self, claim: ClaimFact) -> None:
        self._attribute(claim, "states")

    def _attribute(self, claim: ClaimFact, step: str) -> None:
        """Add a role or state: one node per actor, label and stated interval."""
        bearers = [uid for valence, uid in claim.mentions if valence == "bearer"]
        seen = self._story.period(claim, *bearers)
        vague = seen.open or seen.valid_from is None
        ended = self._story.ends(claim)
        for actor in self._actor(claim, "bearer"):
            self.rows[step].append(
                {
                    "uid": self.attribute_uid(claim, actor),
                    "label": fold_label(claim.label),
                    "polarity": claim.polarity,
                    "interval": self._story.interval(claim),
                    "actor": actor,
                    "claim": claim.uid,
                    "seen_from": None if ended or vague else seen.valid_from,
                    "seen_to": None if ended or vague else seen.valid_to,
                    **self._stamp(claim, self._story.validity(claim, seen)),
                }
            )

    def attribute_uid(self, claim: ClaimFact, actor: str) -> str:
        """Return the uid of the role or state that a claim says of an actor."""
        return content_uid(claim.kind, actor, fold_label(claim.label), claim.polarity, self._story.interval(claim))

    # -- verbs -------------------------------------------------------------------------------------

    def _verb(self, claim: ClaimFact) -> None:
        uid = verb_uid(claim.uid)
        self.rows["verbs"].append(
            {
                "uid": uid,
                "label": claim.label,
                "phrase": claim.phrase or claim.label,
                "polarity": claim.polarity,
                "claim": claim.uid,
            }
        )
        for valence, mention in claim.mentions:
            actor = actor_uid(self._facts.mentions[mention])
            if actor:
                period = self._story.period(claim, mention)
                self.rows["participants"].append(
                    {"actor": actor, "verb": uid, "valence": valence, **self._stamp(claim, period)}
                )

    def _links(self) -> None:
        """Add what verbs bring about or end, and the role that a state narrows."""
        for claim in self._facts.claims:
            for valence, uid in claim.claims:
                target = self._by_uid.get(uid)
                if target is None or target.kind not in {"role", "state"}:
                    continue
                for actor in self._actor(target, "bearer"):
                    row = {
                        "target": self.attribute_uid(target, actor),
                        **self._stamp(claim, self._story.period(claim)),
                    }
                    if valence in {"brings_about", "ends"}:
                        step = f"{valence}_{target.kind}"
                        self.rows[step].append({"verb": verb_uid(claim.uid), **row})
                    elif valence == "within" and target.kind == "role":
                        for bearer in set(self._actor(claim, "bearer")) & {actor}:
                            self.rows["within"].append({"state": self.attribute_uid(claim, bearer), **row})

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
            actor = actor_uid(self._facts.mentions[uid])
            if valence == "member" and actor:
                row = {"actor": actor, "coupling": coupling, **self._stamp(claim, self._time_there(claim, uid))}
                self.rows[f"actors_{step}"].append(row)
        for valence, uid in claim.claims:
            target = self._by_uid.get(uid)
            if valence == "member" and target and target.kind == "verb":
                row = {
                    "verb": verb_uid(uid),
                    "coupling": coupling,
                    **self._stamp(claim, self._story.period(claim, uid)),
                }
                self.rows[f"verbs_{step}"].append(row)

    # -- questions ---------------------------------------------------------------------------------

    def _question(self, claim: ClaimFact) -> None:
        self.rows["questions"].append(
            {
                "uid": content_uid("question", claim.uid),
                "label": claim.label,
                "claim": claim.uid,
                "actors": sorted(set(self._actor(claim, "asks_about"))),
                "verbs": sorted(verb_uid(uid) for v, uid in claim.claims if v == "asks_about"),
                **self._stamp(claim, self._story.period(claim)),
            }
        )


def actor_uid(mention: MentionFact) -> str | None:
    """Return the uid of the actor that a mention belongs to: by full name in the workspace, else inside its chapter.

    A pronoun that was not resolved belongs to none.
    """
    if mention.kind not in ACTOR_KINDS or (mention.form == "pronoun" and mention.name == mention.surface):
        return None
    return content_uid("actor", "" if mention.full else mention.chapter, mention.folded)


def place_uid(mention: MentionFact) -> str:
    """Return the uid of the place that a mention names: by a name in the workspace, by "the kitchen" in its chapter."""
    return content_uid("place", "" if is_proper(mention.name) else mention.chapter, mention.folded)


def verb_uid(claim: str) -> str:
    """Return the uid of the verb that a claim tells."""
    return content_uid("verb", claim)


def sorted_rows(rows: list[Row]) -> list[Row]:
    """Return rows in one order for all writers, so that two of them take their locks alike."""
    return sorted(rows, key=lambda row: [str(value) for value in _identity(row)])


def _identity(row: Row) -> list[Any]:
    """Return what names a row: the uids in it."""
    return [row.get(key, "") for key in ("uid", "actor", "verb", "state", "coupling", "target", "valence", "claim")]
