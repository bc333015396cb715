"""Names of organisations and their legal forms."""

from functools import lru_cache
from typing import NamedTuple

from gsw_graph.names.spelling import same_words

_FORMS = {
    "ltd": "ltd", "limited": "ltd", "plc": "plc", "llp": "llp", "llc": "llc", "lp": "lp", "inc": "inc",
    "incorporated": "inc", "corp": "corp", "corporation": "corp", "gmbh": "gmbh", "mbh": "gmbh", "ag": "ag", "kg": "kg",
    "ohg": "ohg", "ug": "ug", "ev": "ev", "eg": "eg", "se": "se", "sa": "sa", "sas": "sas", "sarl": "sarl",
    "spa": "spa", "srl": "srl", "sl": "sl", "bv": "bv", "nv": "nv", "ab": "ab", "asa": "asa", "aps": "aps", "oy": "oy",
    "oyj": "oyj", "kk": "kk", "pty": "pty", "pte": "pte", "bhd": "bhd", "sdn": "sdn", "ooo": "ooo",
    "kgaa": "kgaa", "scom": "scom", "scoop": "scoop", "slu": "sl", "as": "as", "a/s": "as", "oü": "ou",
    "ооо": "ooo", "оао": "oao", "пао": "pao", "ltda": "ltda", "lda": "lda",
}  # fmt: skip
"""Legal forms by their spellings, without full stops."""
_UNSPACED = {"株式会社": "kk", "有限会社": "yk", "有限公司": "ltd", "주식회사": "kk"}
"""Those that are written without a space, before or after the name."""
_WORDS = {"&": "and", "und": "and", "et": "and", "y": "and", "co": "company", "cie": "company"}
"""Words of a name that are written in several ways."""
_LONGEST = 4
"""Words that a form may be folded into ("s p a")."""


class OrganisationName(NamedTuple):
    """A name taken apart."""

    words: tuple[str, ...]
    """Without its legal form."""
    forms: frozenset[str]


@lru_cache(maxsize=65536)
def organisation_name(folded: str) -> OrganisationName:
    """Return the name of an organisation and its legal forms.

    Args:
        folded: The folded name.
    """
    words = folded.split()
    forms: set[str] = set()
    for form, short in _UNSPACED.items():
        bare = folded.removeprefix(form).removesuffix(form)
        if len(words) == 1 and bare and bare != folded:
            words, forms = [bare], {short}
    while found := _form_at_end(words):
        length, form = found
        words = words[:-length]
        forms.add(form)
        if form == "kg" and len(words) > 2 and words[-2:] == ["&", "co"]:
            words = words[:-2]  # "GmbH & Co. KG"
    return OrganisationName(tuple(_WORDS.get(word, word) for word in words), frozenset(forms))


def _form_at_end(words: list[str]) -> tuple[int, str] | None:
    """Return how many words at the end are a legal form, and which; a name is never all form."""
    for length in range(min(_LONGEST, len(words) - 1), 0, -1):
        tail = words[-length:]
        if (length == 1 or all(len(word) == 1 for word in tail)) and (form := _FORMS.get("".join(tail))):
            return length, form
    return None


def organisations_agree(one: OrganisationName, other: OrganisationName) -> bool:
    """Say whether two names are one: the same words, and no two legal forms that differ.

    Args:
        one: A name.
        other: Another.
    """
    return same_words(one.words, other.words) and (one.forms <= other.forms or other.forms <= one.forms)
