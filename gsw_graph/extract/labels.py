"""Labels of roles and states, in the text's words."""

import re
from collections.abc import Collection

from gsw_graph.extract.nominals import phrase_end, phrase_start
from gsw_graph.extract.nouns import (
    ANIMAL_NOUNS,
    GROUP_NOUNS,
    ORGANISATION_NOUNS,
    PLACE_NOUNS,
    TIME_NOUNS,
    is_abstract,
    is_person_noun,
)
from gsw_graph.extract.parse import Parse
from gsw_graph.extract.words import words

_ABBREVIATED = {
    "dr": "doctor", "prof": "professor", "capt": "captain", "sgt": "sergeant", "lt": "lieutenant", "col": "colonel",
    "gen": "general", "rev": "reverend", "maj": "major", "cpl": "corporal", "adm": "admiral", "cmdr": "commander",
}  # fmt: skip
_COURTESY = words("""mr mrs ms miss mx sir madam lady lord dame señor señora herr frau monsieur madame mme don""")
_ROLE_ENDINGS = ("er", "or", "ist", "ian", "ant", "ent", "eer", "ess", "man", "woman", "ee", "ary", "ive")
_NO_ROLE = words(
    """one thing way person matter answer number paper water power order letter member-state winter summer river
    center corner computer computer error color colour favor favour honor honour labor labour flavor horror
    factor mirror moment event element argument department government government apartment statement agreement"""
)

_CHOSEN = re.compile(r"^(?:re ?- ?|newly[ -])?(?:elected|appointed) (?=\w)")
"""How one came to a role is no part of it."""


def title_role(title: str) -> str:
    """Return the role that a title names, "" for a mere courtesy."""
    title = title.lower().rstrip(".")
    return "" if title in _COURTESY else _ABBREVIATED.get(title, title)


def is_role_noun(parse: Parse, token: int, loose: bool = False) -> bool:
    """Say whether a noun can name a role.

    Args:
        parse: The chunk's parse.
        token: The noun.
        loose: Whether any concrete noun will do, as in "X is a …" of something that is not a person.
    """
    lemma = parse.lemmas[token]
    if parse.pos[token] not in {"NOUN", "PROPN"} or lemma in TIME_NOUNS or lemma in _NO_ROLE:
        return False
    if is_person_noun(lemma):
        return True
    if loose:
        return not is_abstract(lemma)
    if lemma in PLACE_NOUNS | ORGANISATION_NOUNS | ANIMAL_NOUNS | GROUP_NOUNS or is_abstract(lemma):
        return False
    return parse.pos[token] == "NOUN" and len(lemma) > 5 and lemma.endswith(_ROLE_ENDINGS)


def role_label(parse: Parse, head: int, names: Collection[int] = ()) -> str:
    """Return a role's label: its noun with what stands before it and a short "of …" behind it.

    Args:
        parse: The chunk's parse.
        head: The noun.
        names: Tokens of names, which are no part of a role.
    """
    first = phrase_start(parse, head)
    while first < head and any(token in names for token in range(first, head)):
        first += 1
    while first < head and (parse.deps[first] in {"nummod", "punct"} or parse.ents[first] == "ORDINAL"):
        first += 1
    last = phrase_end(parse, head)
    words = parse.surface(first, last)
    if parse.tags[head] == "NNS":
        words = parse.text[parse.starts[first] : parse.starts[head]] + parse.lemmas[head]
    for prep in parse.kids(head, "prep"):
        target = parse.kid(prep, "pobj")
        if prep != head + 1 or parse.lowers[prep] != "of" or target is None or target > head + 5:
            continue
        if parse.kid(target, "poss") is None and parse.pos[target] in {"NOUN", "PROPN"}:
            article = parse.kid(target, "det")
            start = target if article is None else phrase_start(parse, target)
            if parse.pos[target] == "NOUN" and article is None:
                words += f" of {parse.surface(min(start, phrase_start(parse, target)), target)}"
    return _CHOSEN.sub("", " ".join(words.lower().split()))
