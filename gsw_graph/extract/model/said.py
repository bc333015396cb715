"""What a passage says: actors, roles, states, verbs, questions: the call "extract".

The reply of a chunk, one string a note, its parts joined by " | ". Actors go by the name of their mark, or else by the
passage's words; "words" are copied from the passage and become the quote.

    actors     "object: chained key; paper dial"        kind: what takes part and has no mark (of that kind)
    roles      "Nora Pellow | night guard"               actor | role | words
    states     "Nora Pellow | under suspicion | suspicion"   actor | state | words
               The words may be left out where the role or state itself stands in the passage. Then any of
               "since: words", "until: words" (dates in the passage), "of: actor", "as: role" (which a state narrows).
    verbs      "set up | set up the tent with her | agent: Ana | patient: tent | companion: Kim, Lou"
               Base form with particle | words | valences of `VALENCES`, each with one or more actors. Then any of
               "begins: label", "ends: label" (of a role or state noted for the same passage) and "implied".
    questions  "Who lit the fire? | Who lit the fire, then | about: fire"      question | words | about: actors, verbs

"negated" or "possible" as a part of its own says so of a role, state or verb.
"""

from typing import NamedTuple, get_args

from gsw_graph.extract.model.lines import Line, Notes, Texts, known_kind, read_line, split_names
from gsw_graph.llm.tasks import Task
from gsw_graph.records import MentionKind, Valence

VALENCES: tuple[Valence, ...] = (
    "agent",
    "patient",
    "recipient",
    "instrument",
    "companion",
    "beneficiary",
    "source",
    "goal",
    "topic",
    "place",
    "speaker",
)
"""The slots of a verb that actors and places fill."""
_ATTRIBUTE_FIELDS = frozenset({"since", "until", "of", "as"})
_VERB_FIELDS = frozenset({*VALENCES, "begins", "ends"})
_FLAGS = frozenset({"asserted", "negated", "possible"})
_SLOTS = frozenset(get_args(Valence))


class Said(Notes):
    """What a model says of a passage."""

    actors: Texts = ()
    roles: Texts = ()
    states: Texts = ()
    verbs: Texts = ()
    questions: Texts = ()


EXTRACT = Task("extract", Said, limit=1000)
"""Asks what passages say; one chunk is an item."""


class Kinds(NamedTuple):
    """The names that a note gives one kind."""

    kind: MentionKind
    names: tuple[str, ...]
    said: str
    """The kind in the model's own words."""


def read_kinds(line: str) -> Kinds:
    """Return what a note says of actors: their kind and names.

    Args:
        line: One string of `Said.actors`.
    """
    kind, colon, names = line.partition(":")
    if not colon:
        return Kinds("other", split_names(line, ";"), "")
    return Kinds(known_kind(kind), split_names(names, ";"), kind.strip())


def read_attribute(line: str) -> Line:
    """Return a note on a role or state in its parts.

    Args:
        line: One string of `Said.roles` or `Said.states`.
    """
    return read_line(line, heads=3, fields=_ATTRIBUTE_FIELDS, others=_SLOTS, flags=_FLAGS)


def read_verb(line: str) -> Line:
    """Return a note on a verb in its parts.

    Args:
        line: One string of `Said.verbs`.
    """
    return read_line(line, heads=2, fields=_VERB_FIELDS, others=_SLOTS, flags=_FLAGS | {"implied"})


def read_question(line: str) -> Line:
    """Return a note on an open question in its parts.

    Args:
        line: One string of `Said.questions`.
    """
    return read_line(line, heads=2, fields=frozenset({"about"}), others=frozenset(), flags=_FLAGS)
