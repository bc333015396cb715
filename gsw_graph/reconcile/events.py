"""Which verb claims tell one event (system.md §5.2: the same event told twice is one Verb).

Two claims tell one event if they have the same verb, the same people and things in the same slots, and the same day. A
description that counts in one chapter only ("the letter") is compared as it is written. What is done over and over (to
say, to look, to go) is one event only in the same words too. Without a day, the words have to be the same, and both
have to stand at the same place of their documents: two reports of one thing, and not two chapters of a novel in which
it happens again.

A chapter that tells the like twice tells of two: its first is the first of another chapter, its second the second.
Negated and possible events stay one for each claim, and so does what one actor does without another, if it has a day.
"""

from collections import Counter
from collections.abc import Mapping

from gsw_graph.names import fold, is_proper
from gsw_graph.reconcile.facts import ClaimFact, Facts
from gsw_graph.reconcile.periods import Period, StoryTime
from gsw_graph.reconcile.slots import verb_key
from gsw_graph.records import content_uid

CORE = frozenset({"agent", "patient", "recipient", "companion", "beneficiary"})
"""The valences that make an event what it is."""
OFTEN = frozenset(
    "answer ask be call come do feel get give go hear have know listen look make nod reply say see sit smile speak "
    "stand take talk tell think turn wait walk watch".split()
)
"""Verbs of what people do all the time."""

TELLING = 3
"""Words that tell what one actor does so exactly that the same words mean the same ("work at Lumen")."""


def event_uids(facts: Facts, actors: Mapping[str, str], story: StoryTime) -> dict[str, str]:
    """Return the uid of the verb that each verb claim tells, by the claim's uid.

    Args:
        facts: All that is told in some chapters.
        actors: The actor of each mention, by their uids.
        story: When it happens.
    """
    verbs = [claim for claim in facts.claims if claim.kind == "verb"]
    told: Counter[tuple[str, ...]] = Counter()
    uids: dict[str, str] = {}
    for claim in sorted(verbs, key=lambda claim: (claim.told_at, claim.uid)):
        key = _key(claim, facts, actors, story.period(claim))
        if key:
            uids[claim.uid] = content_uid("event", *key, told[claim.chapter, *key])
            told[claim.chapter, *key] += 1
        else:
            uids[claim.uid] = content_uid("verb", claim.uid)
    return uids


def _key(claim: ClaimFact, facts: Facts, actors: Mapping[str, str], period: Period) -> tuple[str, ...]:
    """Return what another claim has to have in common with one to tell the same event; () if none can."""
    slots: set[tuple[str, str]] = set()
    named = False
    for valence, uid in claim.mentions:
        if valence in CORE and uid in actors:
            mention = facts.mentions[uid]
            proper = mention.full or is_proper(mention.name)
            slots.add((valence, actors[uid] if proper else mention.folded))
            named = named or proper
    count = len({who for _, who in slots})
    if claim.polarity != "asserted" or not named:
        return ()
    label, phrase = verb_key(claim.label), fold(claim.phrase or claim.label)
    who = tuple(part for pair in sorted(slots) for part in pair)
    if period == Period():
        first = min(facts.mentions[uid].number for _, uid in claim.mentions)
        telling = count > 1 or len(phrase.split()) >= TELLING
        return (label, phrase, str(first), *who) if telling and label not in OFTEN else ()
    if count < 2 or period.open or period.valid_from is None or period.valid_from != period.valid_to:
        return ()
    return (label, phrase if label in OFTEN else "", str(period.valid_from), *who)
