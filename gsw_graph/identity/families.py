"""Families: personae with so much of their names in common that a rule may join them."""

from gsw_graph.identity.marks import marks_contradict
from gsw_graph.identity.personae import Persona
from gsw_graph.names.organisations import organisation_name, organisations_agree
from gsw_graph.names.people import people_agree, person_name
from gsw_graph.names.spelling import rough, same_words


def family(scope: str, folded: str) -> str:
    """Return the key that personae share if a rule may ever join them: what all forms of the name have in common.

    That is the first given name and the surname, without accents and in either order, of a name without legal form.
    The name alone decides, and not what kind of thing it names: that may become known later, and a key must stay.

    Args:
        scope: "" or a chapter's uid: names of two scopes are never in one family.
        folded: The folded name.
    """
    if scope:
        return f"{scope}|{' '.join(rough(word) for word in folded.split())}"
    words = organisation_name(folded).words
    name = person_name(" ".join(words))
    ends = (name.given[0].split("-")[0], name.surnames[0]) if name.given and name.surnames else words
    return f"|{' '.join(sorted(rough(word) for word in ends))}"


def contradict(one: Persona, other: Persona) -> bool:
    """Say whether two personae of one family can't be one actor, as far as names, marks and sure kinds say.

    Args:
        one: A persona.
        other: Another.
    """
    return marks_contradict(one.mark, other.mark) or kinds_contradict(one, other) or not _names_agree(one, other)


def kinds_contradict(one: Persona, other: Persona) -> bool:
    """Say whether names themselves say that one is a person and the other is none.

    Args:
        one: A persona.
        other: Another.
    """
    return one.sure and other.sure and is_person(one) != is_person(other)


def is_person(persona: Persona) -> bool:
    """Say whether a persona is a person's; what has a legal form or "&" in its name is none, whatever it was taken for.

    Args:
        persona: It.
    """
    return "person" in persona.kinds and not _is_firm(persona)


def _is_firm(persona: Persona) -> bool:
    """Say whether a spelling of a name has a legal form, told from a surname ("Sa") by its other words."""
    name = organisation_name(persona.folded)
    return "&" in persona.folded.split() or (bool(name.forms) and len(name.words) > 1)


def _names_agree(one: Persona, other: Persona) -> bool:
    """Say whether two names of one family may be forms of one, by the rules for what they name."""
    if one.folded == other.folded:
        return True
    if one.scope or other.scope:
        return same_words(tuple(one.folded.split()), tuple(other.folded.split()))
    if is_person(one) or is_person(other):
        return people_agree(one.folded, other.folded)
    return organisations_agree(organisation_name(one.folded), organisation_name(other.folded))
