"""What the database can store and index, and what of an Operator's reply is refused for its sake."""

import re

from gsw_graph.errors import InputError
from gsw_graph.names import fold
from gsw_graph.records import Claim, Mention

MOST_CHARACTERS = 500
"""The longest name or label that is taken: an index holds no value of more than some thousand bytes."""
MOST_KEY = 1000
"""The longest key of a document, for the same reason."""
MOST_DAYS = 10**12
"""How far from 1970 a date may lie."""
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def check_key(key: str) -> None:
    """Make sure that a document's key can be stored and indexed.

    Args:
        key: As the caller gives it, or the file's path says it.

    Raises:
        InputError: It cannot.
    """
    if len(key) > MOST_KEY:
        raise InputError(f"The key {brief(key)} is longer than {MOST_KEY} characters.", hint="--as KEY")
    if not is_storable(key):
        raise InputError(f"The key {brief(key)} has characters that cannot be stored.", hint="--as KEY")


def is_fit_mention(mention: Mention) -> bool:
    """Say whether a mention's values can be stored and indexed.

    Args:
        mention: As an Operator proposes it.
    """
    date = mention.date
    if date and not all(map(is_storable, (date.phrase, date.edtf, date.anchor))):
        return False
    if date and any(abs(bound or 0) > MOST_DAYS for bound in (date.earliest, date.latest)):
        return False
    return _is_fit(mention.name)


def is_fit_claim(claim: Claim) -> bool:
    """Say whether a claim's values can be stored and indexed, and whether it says anything.

    Args:
        claim: As an Operator proposes it.
    """
    if claim.kind in {"role", "state", "verb"} and not _is_fit(claim.label):
        return False
    says = bool(claim.label.strip()) or claim.kind in {"space", "time"}
    return says and is_storable(claim.label) and is_storable(claim.phrase)


def _is_fit(text: str) -> bool:
    """Say whether a name or label is not blank, short enough for an index, and storable."""
    folded = fold(text)
    return bool(folded) and max(len(text), len(folded)) <= MOST_CHARACTERS and is_storable(text)


def is_storable(text: str) -> bool:
    """Say whether the database takes a text as it is.

    Args:
        text: Any text.
    """
    return not _UNSTORABLE.search(text)


def encodable(text: str) -> str:
    """Return a text with lone surrogates, which no statement can carry, replaced.

    Args:
        text: Any text.
    """
    return text.encode(errors="replace").decode()


def brief(text: str) -> str:
    """Return the beginning of a text, quoted.

    Args:
        text: Of any length.
    """
    return repr(text if len(text) <= 60 else f"{text[:60]}…")
