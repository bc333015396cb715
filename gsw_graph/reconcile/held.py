"""The decisions: which claims and mentions make which node of the held layer.

Each decision depends on nothing but the claim, its chunk's other claims and its mentions, and whatever two decisions
say of one node is combined by a commutative rule (earliest, latest, union, strongest). That is why any order of
documents, and any number of writers, end in the same graph.
"""

from collections import defaultdict
from typing import Any, NamedTuple

from gsw_graph.graph import Row
from gsw_graph.names import fold
from gsw_graph.reconcile.facts import ACTOR_KINDS, ClaimFact, Facts, MentionFact
from gsw_graph.records import content_uid

STRENGTH = {"explicit": 3, "inherited": 2, "inferred": 1}
"""How much a source counts when two say the same."""


class Period(NamedTuple):
    """When a statement holds in story time."""

    valid_from: int | None = None
    """First day, in days since 1970-01-01; None is unknown."""
    valid_to: int | None = None
    """Last day; None is unknown, or still true if `open`."""
    open: bool = False


class HeldRows:
    """Collects the rows of the held layer for the facts of one batch, by the step that applies them."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._by_uid = {claim.uid: claim for claim in facts.claims}
        self._dates = self._dates_of_members()
        self.rows: dict[str, list[Row]] = defaultdict(list)
        self._actors()
        for claim in facts.claims:
            getattr(self, f"_{claim.kind}")(claim)
        self._links()

    # -- actors ------------------------------------------------------------------------------------

    def _actors(self) -> None:
        """Group the actor mentions by exact folded name."""
        groups: dict[str, list[MentionFact]] = defaultdict(list)
        for mention in self._facts.mentions.values():
            uid = actor_uid(mention)
            if uid:
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

    # -- story time --------------------------------------------------------------------------------

    def _dates_of_members(self) -> dict[tuple[str, str], Period]:
        """Map (chunk, member) to the period of the time claim that couples the member; explicit ones win."""
        periods: dict[tuple[str, str], Period] = {}
        times = (claim for claim in self._facts.claims if claim.kind == "time")
        for claim in sorted(times, key=lambda c: (STRENGTH[c.source], c.confidence, c.uid)):
            date = self._first(claim, "date")
            if date is None or (date.earliest is None and date.latest is None):
                continue
            for valence, uid in claim.mentions + claim.claims:
                if valence == "member":
                    periods[claim.chunk, uid] = Period(date.earliest, date.latest)
        return periods

    def _period(self, claim: ClaimFact, *members: str) -> Period:
        """Return when a claim holds: its own date, else that of the first member with one."""
        for uid in (claim.uid, *members):
            if (claim.chunk, uid) in self._dates:
                return self._dates[claim.chunk, uid]
        return Period()

    def _first(self, claim: ClaimFact, valence: str) -> MentionFact | None:
        """Return the first mention that fills a valence."""
        return next((self._facts.mentions[uid] for v, uid in claim.mentions if v == valence), None)

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
        begin, end = self._first(claim, "from"), self._first(claim, "to")
        if begin or end:
            still = bool(begin and (begin.edtf or "").endswith("/.."))
            period = Period(begin.earliest if begin else None, end.latest if end else None, still)
        else:
            bearers = [uid for valence, uid in claim.mentions if valence == "bearer"]
            period = Period(self._period(claim, *bearers).valid_from)
        for actor in self._actor(claim, "bearer"):
            self.rows[step].append(
                {
                    "uid": self.attribute_uid(claim, actor),
                    "label": fold(claim.label),
                    "polarity": claim.polarity,
                    "interval": self._interval(claim),
                    "actor": actor,
                    "claim": claim.uid,
                    **self._stamp(claim, period),
                }
            )

    def _interval(self, claim: ClaimFact) -> str:
        """Return the interval that the text itself states, as EDTF; "" if it states none."""
        begin, end = self._first(claim, "from"), self._first(claim, "to")
        if begin is None and end is None:
            return ""
        edtf = begin.edtf or "" if begin else ""
        return edtf if "/" in edtf else f"{edtf}/{(end.edtf or '') if end else ''}"

    def attribute_uid(self, claim: ClaimFact, actor: str) -> str:
        """Return the uid of the role or state that a claim says of an actor."""
        return content_uid(claim.kind, actor, fold(claim.label), claim.polarity, self._interval(claim))

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
                period = self._period(claim, mention)
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
                        **self._stamp(claim, self._period(claim)),
                    }
                    if valence in {"brings_about", "ends"}:
                        step = f"{valence}_{target.kind}"
                        self.rows[step].append({"verb": verb_uid(claim.uid), **row})
                    elif valence == "within" and target.kind == "role":
                        for bearer in set(self._actor(claim, "bearer")) & {actor}:
                            self.rows["within"].append({"state": self.attribute_uid(claim, bearer), **row})

    # -- space and time ----------------------------------------------------------------------------

    def _space(self, claim: ClaimFact) -> None:
        place = self._first(claim, "place")
        uid = content_uid("space", claim.chapter, claim.scene, place.folded if place else "")
        row: Row = {"uid": uid, "scene": claim.scene, "chapter": claim.chapter, "claim": claim.uid}
        self.rows["spaces"].append({**row, "label": place.name if place else ""})
        if place:
            self.rows["places"].append(
                {
                    "uid": content_uid("place", place.folded),
                    "name": place.name,
                    "folded": place.folded,
                    "mention": place.uid,
                    "space": uid,
                    **self._stamp(claim, Period()),
                }
            )
        self._members(claim, uid, "at")

    def _time(self, claim: ClaimFact) -> None:
        date = self._first(claim, "date")
        value = (date.edtf or fold(date.phrase or date.name)) if date else ""
        uid = content_uid("time", claim.chapter, claim.scene, value)
        row: Row = {"uid": uid, "scene": claim.scene, "chapter": claim.chapter, "claim": claim.uid}
        self.rows["times"].append({**row, "label": (date.phrase or date.name) if date else ""})
        if date and date.edtf:
            self.rows["dates"].append(
                {
                    "uid": content_uid("date", date.edtf),
                    "edtf": date.edtf,
                    "earliest": date.earliest,
                    "latest": date.latest,
                    "precision": date.precision,
                    "mention": date.uid,
                    "time": uid,
                    "phrase": date.phrase,
                    "inferred": bool(date.inferred),
                    "anchor": date.anchor,
                    **self._stamp(claim, Period(date.earliest, date.latest)),
                }
            )
        self._members(claim, uid, "during")

    def _members(self, claim: ClaimFact, coupling: str, step: str) -> None:
        """Couple the members of a space or time claim to its node."""
        for valence, uid in claim.mentions:
            actor = actor_uid(self._facts.mentions[uid])
            if valence == "member" and actor:
                row = {"actor": actor, "coupling": coupling, **self._stamp(claim, self._period(claim, uid))}
                self.rows[f"actors_{step}"].append(row)
        for valence, uid in claim.claims:
            target = self._by_uid.get(uid)
            if valence == "member" and target and target.kind == "verb":
                row = {
                    "verb": verb_uid(uid),
                    "coupling": coupling,
                    **self._stamp(claim, self._period(claim, uid)),
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
                **self._stamp(claim, self._period(claim)),
            }
        )


def actor_uid(mention: MentionFact) -> str | None:
    """Return the uid of the actor that a mention belongs to: by full name in the workspace, else inside its chapter.

    A pronoun that was not resolved belongs to none.
    """
    if mention.kind not in ACTOR_KINDS or (mention.form == "pronoun" and mention.name == mention.surface):
        return None
    return content_uid("actor", "" if mention.full else mention.chapter, mention.folded)


def verb_uid(claim: str) -> str:
    """Return the uid of the verb that a claim tells."""
    return content_uid("verb", claim)


def sorted_rows(rows: list[Row]) -> list[Row]:
    """Return rows in one order for all writers, so that two of them take their locks alike."""
    return sorted(rows, key=lambda row: [str(value) for value in _identity(row)])


def _identity(row: Row) -> list[Any]:
    """Return what names a row: the uids in it."""
    return [row.get(key, "") for key in ("uid", "actor", "verb", "state", "coupling", "target", "valence", "claim")]
