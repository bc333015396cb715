"""Forward-falling questions as slots: what a question in words wants, and which later statement fills it by rule.

A rule answers only what matches exactly; anything else stays open for a verdict or a human. The rules:

- **who**, **what**: a told verb of the same lemma, in which every actor that the question is about takes part, with
  somebody (who) or something (what) else in a valence that the question leaves open.
- **where**: the same verb with the same actors at a place that has a name. Where somebody is, went or stays is also
  answered by a passage that itself has them at such a place, unless that was before the question arose.
- **when**: the same verb with the same actors at a time that has a date.

Why, how, whose, which and whether are never answered by rule, nor is a denied question. What is denied or only possible
answers nothing. An answer stands later in the same document than the sentence that asks, or in another document. Each
rule looks at one question and one statement, so that what answers what depends on no order.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from gsw_graph.inflection import is_participle, stem
from gsw_graph.records import Polarity, Source, Valence

Wanted = Literal["who", "what", "where", "when"]
_BEINGS = frozenset({"person", "organisation", "group"})
_OBJECT: frozenset[Valence] = frozenset(["patient", "recipient", "companion", "topic", "goal"])
_BEHIND: dict[str, frozenset[Valence]] = {
    "by": frozenset(["agent"]),
    "to": frozenset(["recipient", "goal"]),
    "with": frozenset(["companion"]),
    "for": frozenset(["beneficiary"]),
    "from": frozenset(["source"]),
    "about": frozenset(["topic"]),
    "against": frozenset(["topic"]),
}
"""What a preposition before "whom", or at the end of a question, leaves open."""
_BE = frozenset("is are was were am be been".split())
_DO = frozenset("did does do".split())
_MODAL = frozenset("will would can could shall should may might must has have had".split())
_UNLIKE = frozenset("last first next again else ever".split())
"""Words by which not every such event answers ("When did she see him last?")."""
_CONTENT = frozenset(stem(verb) for verb in "say tell ask think mean know want write decide".split())
"""Verbs of which "what" asks for a content, and not for a thing."""
_DENIED = frozenset("not never n't no nobody nothing".split())
_DETERMINERS = frozenset("the a an this that these those his her its their my your our some all both two three".split())
_PRONOUNS = frozenset("he she it they we you i there one".split())
_PREPOSITIONS = frozenset(
    """in on at of behind inside under near with by from for to over about after before beside between through until
    against during""".split()
)
_JOINERS = frozenset("of the de la le du del della di da dos van von der den bin al el".split())
_PARTICLES = frozenset("up out away back".split())
_WHEREABOUTS = frozenset(stem(verb) for verb in "be go disappear vanish hide live stay".split())
"""Verbs that ask where somebody is."""
WHEREABOUTS_KEYS = ("where", *sorted(f"where {verb}" for verb in _WHEREABOUTS))
"""Keys of the questions that ask where somebody is."""
_NO_EVENT = frozenset(stem(verb) for verb in "be have do happen".split())


class Slot(NamedTuple):
    """What a question wants."""

    wanted: Wanted
    verb: str
    """Stem of the verb, with its particle; "" where it is only asked where somebody is."""
    valences: frozenset[Valence] = frozenset()
    """Valences of the verb that it leaves open, for who and what."""

    @property
    def key(self) -> str:
        """What an index finds the question by, from a verb told later."""
        return f"{self.wanted} {self.verb}".strip()


class Asked(NamedTuple):
    """A question that is held."""

    slot: Slot
    actors: frozenset[str]
    """Uids of the actors that it is about."""
    document: str
    told_until: int
    """Where the sentence that raises it ends, as chapter · 10⁹ + offset."""
    day: int | None = None
    """First day of story time on which it arises, in days since 1970-01-01; None if not known."""


class Part(NamedTuple):
    """An actor in a told statement."""

    actor: str
    valence: str
    kinds: tuple[str, ...] = ()


class Told(NamedTuple):
    """A statement that may answer: a verb, or somebody's being at a place."""

    verb: str
    """Label of the verb; "" for being at a place."""
    polarity: Polarity
    document: str
    told_at: int
    parts: Sequence[Part]
    is_named: bool = False
    """Whether it is at a place that has a name."""
    is_dated: bool = False
    """Whether it is at a time that has a date."""
    source: Source = "explicit"
    """For being at a place: whether the passage itself says so."""
    day: int | None = None
    """Last day of story time on which it can be."""


def slot(label: str, verb: str = "") -> Slot | None:
    """Return what a question in words wants, None if no rule can answer it.

    Args:
        label: The question ("Who opened the gate?").
        verb: Label of the verb claim that it is about, if there is one. It counts if the words have it: "What
            caused the fire?" is about the fire's breaking out.
    """
    said = label.strip().rstrip("?").strip().split()
    lower = [word.lower().strip(",.;:\"'") for word in said]
    before = lower.pop(0) if lower and lower[0] in _BEHIND and len(lower) > 2 else ""
    said = said[-len(lower) :]
    if len(lower) < 2 or (_DENIED | _UNLIKE).intersection(lower) or any(word.endswith("n't") for word in lower):
        return None
    if stem(verb.partition(" ")[0]) not in {stem(one) for one in lower}:
        verb = ""
    word = "who" if lower[0] == "whom" else lower[0]
    if word == "where" and not before:
        return _place(said, lower, verb)
    if word == "when" and not before:
        found = _verb(said, lower, verb)
        return Slot("when", found) if found else None
    if word in {"who", "what"}:
        found_slot = _filler("who" if word == "who" else "what", said, lower, verb, before)
        content = found_slot is not None and word == "what" and found_slot.verb.split()[0] in _CONTENT
        return None if content else found_slot
    return None


def _place(said: Sequence[str], lower: Sequence[str], verb: str) -> Slot | None:
    if lower[-1] in _PREPOSITIONS:
        return None  # "Where did it come from?"
    if len(lower) < 3:
        return None
    if lower[1] in _BE and not verb and not is_participle(lower[-1]):
        return Slot("where", "")
    found = _verb(said, lower, verb)
    return Slot("where", found) if found else None


def _filler(wanted: Wanted, said: Sequence[str], lower: Sequence[str], verb: str, before: str) -> Slot | None:
    """Read "who" and "what": as subject ("Who opened …"), in a passive, or as object ("Who did Ana see?")."""
    first, behind = lower[1], before or (lower[-1] if lower[-1] in _BEHIND else "")
    if first in _BE:
        passive = before or (len(lower) > 2 and is_participle(lower[2]))
        found = (
            verb_key(verb) if verb else stem(lower[-1] if before else lower[2]) if passive and len(lower) > 2 else ""
        )
        ing = len(lower) > 2 and lower[2].endswith("ing")
        if not found or not passive or stem(found.split()[0]) in _NO_EVENT:
            return None
        open_slots: frozenset[Valence] = _BEHIND[before] if before else frozenset(["agent" if ing else "patient"])
        return Slot(wanted, found, open_slots)
    if first in _DO or before or (first in _MODAL and len(lower) > 3 and _opens_subject(said[2], lower[2])):
        found = _verb(said, lower, verb)
        return Slot(wanted, found, _BEHIND.get(behind, _OBJECT)) if found else None
    words = [word for word in lower[1:] if word not in _MODAL]
    found = verb_key(verb) if verb else _with_particle(words, 0) if words else ""
    if not found or found.split()[0] in _NO_EVENT or (words and words[0] in _PREPOSITIONS | _DETERMINERS):
        return None
    return Slot(wanted, found, frozenset(["agent"]))


def _verb(said: Sequence[str], lower: Sequence[str], verb: str) -> str:
    """Return the stem of the verb of a question with its auxiliary before the subject; "" if it is not found."""
    if verb:
        return verb_key(verb)
    if len(lower) < 3 or lower[1] not in _BE | _DO | _MODAL:
        return ""
    at = 2
    if lower[at] in _PRONOUNS:
        at += 1
    elif said[at][:1].isupper() and lower[at] not in _DETERMINERS:
        while at < len(said) and (said[at][:1].isupper() or lower[at] in _JOINERS):
            at += 1
    else:
        at += (lower[at] in _DETERMINERS or lower[at].endswith("'s")) + 1
    if at >= len(lower) or lower[at] in _PREPOSITIONS or stem(lower[at]) in _NO_EVENT:
        return ""
    return _with_particle(lower, at)


def _opens_subject(said: str, lower: str) -> bool:
    """Say whether a word behind an auxiliary begins the subject ("Who had Ana seen?", not "Who had seen Ana?")."""
    return lower in _DETERMINERS | _PRONOUNS or said[:1].isupper()


def _with_particle(lower: Sequence[str], at: int) -> str:
    particle = lower[at + 1] if at + 1 < len(lower) and lower[at + 1] in _PARTICLES else ""
    return f"{stem(lower[at])} {particle}".strip()


def verb_key(label: str) -> str:
    """Return the stem of a verb's label with its particle, as `Slot.verb` has it.

    Args:
        label: Lemma with particle ("set up").
    """
    head, _, rest = label.casefold().partition(" ")
    return f"{stem(head)} {rest}".strip()


def keys(told: Told) -> list[str]:
    """Return the keys of the questions that a statement may answer.

    Args:
        told: The statement.
    """
    if told.polarity != "asserted":
        return []
    if not told.verb:
        return list(WHEREABOUTS_KEYS) if told.is_named else []
    verb = verb_key(told.verb)
    wanted: list[Wanted] = ["who", "what"]
    wanted += ["where"] if told.is_named else []
    wanted += ["when"] if told.is_dated else []
    return [f"{one} {verb}" for one in wanted]


def fills(asked: Asked, told: Told) -> bool:
    """Say whether a statement answers a question by rule.

    Args:
        asked: The question.
        told: The statement.
    """
    wanted = asked.slot
    if not asked.actors or wanted.key not in keys(told) or not _is_later(asked, told):
        return False
    if not asked.actors <= {part.actor for part in told.parts}:
        return False
    if wanted.wanted in {"who", "what"}:
        return any(_fits(wanted, part) for part in told.parts if part.actor not in asked.actors)
    if told.verb:
        return True
    before = asked.day is not None and told.day is not None and told.day < asked.day
    return told.source == "explicit" and not before


def _is_later(asked: Asked, told: Told) -> bool:
    return told.document != asked.document or told.told_at >= asked.told_until


def _fits(wanted: Slot, part: Part) -> bool:
    """Say whether an actor is what "who" or "what" asks for."""
    being = bool(_BEINGS.intersection(part.kinds))
    return part.valence in wanted.valences and being == (wanted.wanted == "who")
