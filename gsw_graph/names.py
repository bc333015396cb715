"""Folding of names, so that spellings of one name compare equal."""

import re
import unicodedata

HONORIFICS = frozenset(
    [
        "mr",
        "mrs",
        "ms",
        "miss",
        "mx",
        "dr",
        "prof",
        "professor",
        "sir",
        "madam",
        "lady",
        "lord",
        "dame",
        "rev",
        "reverend",
        "fr",
        "father",
        "capt",
        "captain",
        "lt",
        "lieutenant",
        "sgt",
        "sergeant",
        "cpl",
        "corporal",
        "col",
        "colonel",
        "maj",
        "major",
        "gen",
        "general",
        "adm",
        "admiral",
        "cmdr",
        "commander",
        "officer",
        "constable",
        "detective",
        "inspector",
        "superintendent",
        "chief",
        "judge",
        "justice",
        "senator",
        "president",
        "minister",
        "ambassador",
        "mayor",
        "nurse",
        "señor",
        "señora",
        "herr",
        "frau",
        "monsieur",
        "madame",
        "mme",
        "signor",
        "signora",
        "don",
        "doña",
    ]
)
"""Titles that stand before a name and aren't part of it."""
ARTICLES = frozenset({"the"})
"""Articles that stand before a name or label and aren't part of it."""
_SEPARATORS = re.compile(r"[\s._,;:!?\"“”«»()\[\]]+")
_POSSESSIVE = re.compile(r"['’]s?$")


def fold(name: str) -> str:
    """Return the form under which two spellings of a name are the same; never empty for a non-blank name.

    Unicode NFKC, case, white space, a possessive ending, an article and honorifics in front are folded away; spaces
    between letters of scripts that write without them are dropped ("서울 타워", "서울타워").

    Args:
        name: A name as written.
    """
    return _folded(name, HONORIFICS | ARTICLES)


def fold_label(label: str) -> str:
    """Return the form under which two spellings of a role, state or title are the same; its words all count.

    Args:
        label: A label as written.
    """
    return _folded(label, ARTICLES)


def _folded(text: str, dropped: frozenset[str]) -> str:
    """Return a folded text without some words in front; a title of something ("chief of police") stays."""
    whole = unicodedata.normalize("NFKC", text).casefold().strip()
    words = [word for word in _SEPARATORS.split(_POSSESSIVE.sub("", whole)) if word]
    while len(words) > 1 and words[0] in dropped and words[1] != "of":
        words = words[1:]
    if not words:
        return whole
    if all(_unspaced(character) for word in words for character in word):
        return "".join(words)
    return " ".join(words)


def _unspaced(character: str) -> bool:
    """Say whether a character belongs to a script in which spaces inside names carry no meaning."""
    return unicodedata.name(character, "").startswith(("CJK", "HANGUL", "HIRAGANA", "KATAKANA", "THAI"))


def is_full_name(name: str, kind: str) -> bool:
    """Say whether a name alone may identify an actor across chapters and documents.

    A bare first name or surname may not (two people share it sooner or later); anything that isn't a person may.

    Args:
        name: A name as written.
        kind: The mention's kind.
    """
    return kind not in {"person", "other", "group"} or len(fold(name).split()) > 1 or _unspaced(fold(name)[:1])
