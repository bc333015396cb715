"""What a word's place in a question says of the slot that it fills: agent, patient, recipient and others."""

from typing import TYPE_CHECKING

from gsw_graph.answer.vocabulary import GIVING

if TYPE_CHECKING:
    from spacy.tokens import Token

_PAIRS = (("for", "against"), ("with", "without"), ("before", "after"))
_CONTRARY = {one: other for pair in _PAIRS for one, other in (pair, pair[::-1])}
_SLOTS = {
    "nsubj": ("agent",),
    "nsubjpass": ("patient",),
    "dobj": ("patient", "topic"),
    "obj": ("patient", "topic"),
    "dative": ("recipient", "beneficiary"),
}
_PREPOSITIONS = {
    "by": ("agent",),
    "to": ("recipient", "goal"),
    "with": ("companion", "instrument"),
    "from": ("source",),
}


def is_passive(verb: "Token") -> bool:
    """Say whether a verb is in the passive.

    Args:
        verb: A verb of a question.
    """
    apart = verb.dep_ == "ccomp" and verb.tag_ == "VBN" and verb.head.lemma_ == "be"
    return apart or any(child.dep_ == "auxpass" for child in verb.children)


def slots(token: "Token") -> tuple[str, ...]:
    """Return the valences that a word's place in the sentence stands for.

    Args:
        token: A word of a question.
    """
    if token.dep_ == "pobj":
        return _PREPOSITIONS.get(token.head.lower_, ())
    if any(child.dep_ == "acl" for child in token.children):
        return _SLOTS["nsubjpass"]
    passive = is_passive(token.head)
    role = "nsubjpass" if passive and token.dep_ == "nsubj" else token.dep_
    given = role == "nsubjpass" and token.head.lemma_.lower() in GIVING  # "what was she given by him"
    return (*_SLOTS.get(role, ()), *(_SLOTS["dative"] if given else ()))


def contrary(token: "Token") -> str:
    """Return the preposition that would say the contrary of the one before a noun.

    Args:
        token: A word of a question.
    """
    return _CONTRARY.get(token.head.lower_, "") if token.dep_ == "pobj" else ""
