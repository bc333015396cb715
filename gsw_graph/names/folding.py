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
_DETERMINERS = ARTICLES | {"a", "an", "this", "that", "my", "your", "his", "her", "its", "our", "their"}
"""Words that open a description ("His brother") and may have a capital letter only for opening a sentence."""
_SEPARATORS = re.compile(r"[\s._,;:!?\"“”«»()\[\]]+")
_POSSESSIVE = re.compile(r"['’]s?$")
_LEADING_PARTICLES = frozenset(
    "van von der den de del della di da dos das do du la le ter ten zu bin ibn bint abu".split()
)
"""Words that open a surname."""
_SIGNS = str.maketrans({"’": "'", "ʼ": "'", "`": "'", "´": "'", "\u2010": "-", "\u2212": "-"})
"""One apostrophe and one hyphen for all."""


def fold(name: str) -> str:
    """Return the form under which two spellings of a name are the same; never empty for a non-blank name.

    Unicode NFKC, case, white space, the kind of apostrophe and hyphen, a possessive ending, an article and honorifics
    in front are folded away; spaces between letters of scripts that write without them are dropped ("서울 타워",
    "서울타워").

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
    whole = unicodedata.normalize("NFKC", text.translate(_SIGNS)).casefold().strip().translate(_SIGNS)
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


def is_proper(name: str) -> bool:
    """Say whether words are a name, as against a description ("the night guard", "Ana's brother").

    A name has a capital letter, or is written in a script that has none.

    Args:
        name: A name as written.
    """
    words = name.split()
    while len(words) > 1 and words[0].casefold() in _DETERMINERS:
        words = words[1:]
    owners = [number for number, word in enumerate(words[:-1]) if _POSSESSIVE.search(word)]
    words = words[owners[-1] + 1 :] if owners else words
    letters = [letter for word in words for letter in word if letter.isalpha()]
    return any(letter.isupper() or letter.istitle() or not _is_cased(letter) for letter in letters)


def _is_cased(letter: str) -> bool:
    return letter.lower() != letter.upper()


def is_full_name(name: str, kind: str) -> bool:
    """Say whether a name alone may identify an actor across chapters and documents.

    A bare first name or surname may not (two people share it sooner or later), nor may a description, whatever it
    describes; any other name may. The name alone decides, so that "she" and "the guard" go where their name goes.

    Args:
        name: A name as written.
        kind: The mention's kind.
    """
    if not is_proper(name):
        return False
    if kind not in {"person", "other", "group"}:
        return True
    folded = fold(name)
    return _unspaced(folded[:1]) or (len(folded.split()) > 1 and not is_bare_surname(folded))


def is_bare_surname(folded: str) -> bool:
    """Say whether a folded name of several words is a surname alone ("van der berg", "de souza").

    "Van Morrison" has a first name: of "van" and "la" alone nothing follows.

    Args:
        folded: The folded name.
    """
    *opening, _ = folded.split() or [""]
    return bool(opening) and opening not in (["van"], ["la"]) and all(word in _LEADING_PARTICLES for word in opening)
