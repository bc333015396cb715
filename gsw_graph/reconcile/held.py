"""The decisions: which claims and mentions of a chapter make which node of the held layer.

Each depends on nothing but the chapter and on who its people are, and whatever two chapters say of one node is combined
by a commutative rule (earliest, latest, union, strongest). That is why any order of documents, and any number of
writers, end in the same graph.
"""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from gsw_graph.graph import Row
from gsw_graph.names import fold_label
from gsw_graph.reconcile.events import event_uids
from gsw_graph.reconcile.facts import ClaimFact, Facts
from gsw_graph.reconcile.periods import Period, StoryTime
from gsw_graph.reconcile.scenes import Scenes
from gsw_graph.reconcile.slots import slot, verb_key
from gsw_graph.reconcile.stamps import stamp
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
        self._add_statements()
        scenes = Scenes(facts, self._story, lambda mention: actors.get(mention.uid), self._verbs.__getitem__)
        self.rows.update(scenes.rows)

    def _add_statements(self) -> None:
        """Add what each claim states by itself."""
        added = {"role": self._attribute, "state": self._attribute, "verb": self._verb, "question": self._question}
        for claim in self._facts.claims:
            if claim.kind in added:
                added[claim.kind](claim)

    def _actor(self, claim: ClaimFact, valence: str) -> list[str]:
        """Return the uids of the actors that fill a valence."""
        return [self._actors[uid] for v, uid in claim.mentions if v == valence and uid in self._actors]

    # -- roles and states --------------------------------------------------------------------------

    def _attribute(self, claim: ClaimFact) -> None:
        """Add what a claim says of a role or state, and of when it begins, ends or is seen."""
        bearers = [uid for valence, uid in claim.mentions if valence == "bearer"]
        seen = self._story.period(claim, *bearers)
        vague = seen.open or seen.valid_from is None or self._story.ends(claim)
        valid = self._story.validity(claim)
        if claim.uid in self._ends:
            valid = Period(valid.valid_from, self._ends[claim.uid])
        label, negated = fold_label(claim.label), claim.polarity == "negated"
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
                    "denies": statement_uid(claim.kind, actor, label, "asserted") if negated else None,
                    "claim": claim.uid,
                    "document": claim.document,
                    "seen_from": None if vague else seen.valid_from,
                    "seen_to": None if vague else seen.valid_to,
                    **stamp(claim, valid),
                }
            )

    # -- verbs -------------------------------------------------------------------------------------

    def _verb(self, claim: ClaimFact) -> None:
        self.rows["verbs"].append(
            {
                "uid": self._verbs[claim.uid],
                "stem": verb_key(claim.label),
                "polarity": claim.polarity,
                "claim": claim.uid,
                **self._story.period(claim)._asdict(),
            }
        )

    # -- questions ---------------------------------------------------------------------------------

    def _question(self, claim: ClaimFact) -> None:
        about = [self._by_uid[uid] for v, uid in claim.claims if v == "asks_about" and uid in self._by_uid]
        wanted = slot(claim.label, min((one.label for one in about), default=""))
        # A question that is about an event alone is about whoever takes part in it.
        events = {self._actors[uid] for one in about for _, uid in one.mentions if uid in self._actors}
        actors = set(self._actor(claim, "asks_about")) or events
        self.rows["questions"].append(
            {
                "uid": content_uid("question", claim.uid),
                "label": claim.label,
                "seeks": wanted.key if wanted else "",
                "claim": claim.uid,
                "actors": sorted(actors),
                "verbs": sorted(
                    {self._verbs[uid] for v, uid in claim.claims if v == "asks_about" and uid in self._verbs}
                ),
                **stamp(claim, self._story.period(claim)),
            }
        )


def sorted_rows(rows: list[Row]) -> list[Row]:
    """Return rows in one order for all writers, so that two of them take their locks alike."""
    return sorted(rows, key=lambda row: [str(value) for value in _identity(row)])


def _identity(row: Row) -> list[Any]:
    """Return what names a row: the uids in it."""
    return [row.get(key, "") for key in ("uid", "actor", "verb", "state", "coupling", "target", "valence", "claim")]
