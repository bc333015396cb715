"""Families: personae with so much of their names in common that a rule may join them."""

from gsw_graph.identity.marks import marks_contradict
from gsw_graph.identity.personae import Persona
from gsw_graph.names.organisations import organisation_name, organisations_agree
from gsw_graph.names.people import people_agree, person_name
from gsw_graph.names.spelling import rough, same_words


def family(scope: str, folded: str, kinds: tuple[str, ...] = ()) -> str:
    """Return the key that personae share if a rule may ever join them: what all forms of the name have in common.

    That is the first given name and the surname, without accents and in either order, of a name without legal form.
    The name alone decides, and not `kinds`: what it names may become known later, and a key must stay.

    Args:
        scope: "" or a chapter's uid: names of two scopes are never in one family.
        folded: The folded name.
        kinds: Kinds of the persona; they change nothing.
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
    return one.sure and other.sure and ("person" in one.kinds) != ("person" in other.kinds)


def _names_agree(one: Persona, other: Persona) -> bool:
    """Say whether two names of one family may be forms of one, by the rules for what they name."""
    if one.folded == other.folded:
        return True
    if one.scope or other.scope:
        return same_words(tuple(one.folded.split()), tuple(other.folded.split()))
    if any("person" in each.kinds for each in (one, other)):
        return people_agree(one.folded, other.folded)
    return organisations_agree(organisation_name(one.folded), organisation_name(other.folded))
