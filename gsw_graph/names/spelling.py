"""Words of names with and without their accents."""

import operator
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

_STROKES = {
    "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ħ": "h", "ŋ": "n",
    "ё": "е", "أ": "ا", "إ": "ا", "آ": "ا", "ٱ": "ا", "ى": "ي", "ة": "ه", "ـ": "",
}  # fmt: skip
"""Letters that Unicode doesn't take apart, or whose marks many writers leave out."""
_DIGRAPHS = {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "æ": "ae"}
"""How letters are written where there are none of them."""
_ACCENTED = ("LATIN", "GREEK", "ARABIC", "HEBREW")
"""Scripts whose combining marks many writers leave out; in others a mark makes another letter."""


@lru_cache(maxsize=65536)
def plain(word: str) -> str:
    """Return a folded word without accents: "garcía" as "garcia", "þórsson" as "thorsson".

    Args:
        word: In lower case.
    """
    return "".join(_plain(letter) for letter in unicodedata.normalize("NFC", word))


def _plain(letter: str) -> str:
    if letter.isascii():
        return letter
    if letter in _STROKES:
        return _STROKES[letter]
    if not unicodedata.name(letter, "").startswith(_ACCENTED):
        return letter
    return "".join(part for part in unicodedata.normalize("NFD", letter) if not unicodedata.combining(part))


def same_word(one: str, other: str) -> bool:
    """Say whether two folded words may be spellings of one: equal, or one is the other without its accents.

    Two that both have accents and differ are two words.

    Args:
        one: In lower case.
        other: In lower case.
    """
    return one == other or one in _spellings(other) or other in _spellings(one)


def same_words(one: Sequence[str], other: Sequence[str]) -> bool:
    """Say whether two folded names may be spellings of one, word by word.

    Args:
        one: Its words.
        other: Its words.
    """
    same = operator.eq if is_tonal(" ".join(one)) and is_tonal(" ".join(other)) else same_word
    return len(one) == len(other) and all(same(mine, yours) for mine, yours in zip(one, other, strict=True))


def _spellings(word: str) -> tuple[str, str]:
    """Return how a word is written without its accents."""
    return plain(word), plain("".join(_DIGRAPHS.get(letter, letter) for letter in word))


def rough(word: str) -> str:
    """Return what all spellings of a folded word have in common; other words may have it too.

    Args:
        word: In lower case.
    """
    bare = plain(word).replace("-", "").replace("'", "")
    for long, short in (("ae", "a"), ("oe", "o"), ("ue", "u"), ("aa", "a")):
        bare = bare.replace(long, short)
    return bare or word


def is_tonal(name: str) -> bool:
    """Say whether a name is written with the marks of Vietnamese, where a word without one is another word.

    Args:
        name: In lower case.
    """
    return any("\u1ea0" <= letter <= "\u1ef9" or letter in "ơưă" for letter in unicodedata.normalize("NFC", name))
