"""When two wordings count as the same: the matching rules of the Operator's quality measure.

They are kept apart from the product's own folding of names, so that an error there can't hide itself here.
"""

import re
import unicodedata
from collections.abc import Iterable

from benchmarks.operator_gold import GoldText

PERSONAL = frozenset([
    "he", "him", "his", "himself", "she", "her", "hers", "herself", "they", "them", "their",
    "theirs", "themselves",
])  # fmt: skip
"""The pronouns whose targets the gold lists completely."""
_DETERMINERS = frozenset([
    "a", "an", "the", "this", "that", "these", "those", "my", "your", "his", "her", "its",
    "our", "their", "some", "any", "each", "every", "whose",
])  # fmt: skip
_PREPOSITIONS = frozenset([
    "of", "in", "on", "at", "to", "for", "from", "with", "without", "by", "under", "over",
    "into", "as", "near", "behind", "before", "after", "since", "until", "during", "within",
    "between", "outside", "inside", "about", "above", "out", "off", "through",
])  # fmt: skip
_TITLES = frozenset([
    "mr", "mrs", "ms", "dr", "prof", "professor", "doctor", "captain", "capt", "lieutenant",
    "lt", "sergeant", "sgt", "constable", "inspector", "det", "detective", "superintendent",
    "judge", "sir", "dame", "father", "major", "colonel", "nurse", "chairman", "chairwoman",
])  # fmt: skip
_WORD = re.compile(r"[\w&]+(?:['’\-.][\w&]+)*")


def words(phrase: str) -> list[str]:
    """Return the folded words of a phrase; possessive endings are dropped.

    Args:
        phrase: Any wording.
    """
    text = unicodedata.normalize("NFKC", phrase).casefold().replace("’", "'")
    return [word.removesuffix("'s") for word in _WORD.findall(text)]


def content(phrase: str) -> list[str]:
    """Return the words of a phrase without determiners and prepositions, in the singular.

    Args:
        phrase: Any wording.
    """
    kept = [word for word in words(phrase) if word not in _DETERMINERS | _PREPOSITIONS]
    return [_singular(word) for word in kept or words(phrase)]


def head(label: str) -> str:
    """Return the head of a label: its last word before a preposition, or the last one if it begins with one.

    Args:
        label: A role, a state or another noun phrase.
    """
    kept = [word for word in words(label) if word not in _DETERMINERS]
    first = next((place for place, word in enumerate(kept) if word in _PREPOSITIONS), 0)
    return _singular(kept[(first or len(kept)) - 1]) if kept else ""


def overlap(one: Iterable[str], other: Iterable[str]) -> float:
    """Return the words in common as a share of the longer wording.

    Args:
        one: Words.
        other: Words.
    """
    first, second = set(one), set(other)
    return len(first & second) / max(len(first), len(second), 1)


def same_label(one: str, other: str) -> bool:
    """Say whether two labels match: equal heads, and at least half of the words of the longer one.

    Args:
        one: A label.
        other: Another one.
    """
    return head(one) == head(other) and overlap(content(one), content(other)) >= 0.5


def same_place(one: str, other: str) -> bool:
    """Say whether two names of a place match: one contains the other and is at most twice as long.

    Args:
        one: A name.
        other: Another one.
    """
    first, second = set(content(one)), set(content(other))
    return (first <= second or second <= first) and overlap(first, second) >= 0.5


def same_date(given: str, values: Iterable[str]) -> bool:
    """Say whether an EDTF value is one of several, whatever its qualifier and the sort of its open end.

    Args:
        given: A value, "" if there is none.
        values: What it may be.
    """
    return bool(given) and _plain_date(given) in {_plain_date(value) for value in values}


class Names:
    """Resolves the names that an Operator gives to the actors of one text's gold.

    Args:
        text: The gold.
    """

    def __init__(self, text: GoldText) -> None:
        self._known = [(names[0], name) for names in text.actors + text.optional_actors for name in names]
        self._plain = {key(name): actor for actor, name in reversed(self._known)}
        self.required = {names[0] for names in text.actors}

    def actor(self, name: str) -> str | None:
        """Return the actor's first name in the gold, or None if the gold has no such actor.

        A name is an actor's if it equals one of the actor's names after folding titles and determiners,
        contains a name and at most as many words again, or matches a description as a label.

        Args:
            name: As an Operator or the gold has it.
        """
        if (exact := self._plain.get(key(name))) is not None:
            return exact
        given = set(content(name))
        near = [(overlap(given, content(known)), actor) for actor, known in self._known if _near(name, known)]
        return max(near)[1] if near else None

    def all(self, name: str) -> list[str]:
        """Return what a name stands for: one actor, each of several joined by "and", or the name itself.

        Args:
            name: As an Operator or the gold has it.
        """
        if (whole := self._plain.get(key(name))) is not None:
            return [whole]
        parts = [part for part in re.split(r",? and |, ", name) if part.strip()]
        return [self.actor(part) or part for part in parts]


def key(name: str) -> tuple[str, ...]:
    """Return the folded form in which two spellings of a name are equal.

    Args:
        name: Any wording.
    """
    kept = [word for word in words(name) if word not in _DETERMINERS]
    while len(kept) > 1 and kept[0] in _TITLES:
        kept = kept[1:]
    return tuple(kept)


def _near(name: str, known: str) -> bool:
    if any(letter.isupper() for letter in " ".join(known.split()[1:]) or known):
        given, have = set(content(name)), set(content(known))
        return have <= given and len(given) <= 2 * len(have)
    return same_label(name, known)


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word


def _plain_date(edtf: str) -> str:
    plain = re.sub(r"[~?%]", "", edtf)
    return re.sub(r"^/|/$", lambda slash: "../" if slash.start() == 0 else "/..", plain)
