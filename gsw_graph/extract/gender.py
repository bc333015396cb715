"""Gender of first names, titles and person nouns."""

import importlib
import pkgutil
from functools import cache
from typing import Literal

from gsw_graph.extract import first_names
from gsw_graph.extract.nouns import FEMALE_NOUNS, MALE_NOUNS

Gender = Literal["m", "f", "?"]

_TITLES: dict[str, Gender] = {
    "mr": "m", "mister": "m", "sir": "m", "lord": "m", "king": "m", "prince": "m", "duke": "m", "count": "m",
    "baron": "m", "father": "m", "brother": "m", "uncle": "m", "herr": "m", "monsieur": "m", "señor": "m",
    "don": "m", "signor": "m", "grandfather": "m", "grandpa": "m", "pope": "m", "emperor": "m", "sheikh": "m",
    "mrs": "f", "ms": "f", "miss": "f", "madam": "f", "madame": "f", "lady": "f", "dame": "f", "queen": "f",
    "princess": "f", "duchess": "f", "countess": "f", "baroness": "f", "sister": "f", "aunt": "f", "frau": "f",
    "señora": "f", "doña": "f", "signora": "f", "mother": "f", "grandmother": "f", "grandma": "f",
    "empress": "f", "mademoiselle": "f",
}  # fmt: skip


@cache
def _first_names() -> dict[str, Gender]:
    """Read the first names that the locales of Faker give to men and to women."""
    import faker.providers.person as person

    counts: dict[str, list[int]] = {}
    for module in sorted(found.name for found in pkgutil.iter_modules(person.__path__)):
        provider = importlib.import_module(f"{person.__name__}.{module}").Provider
        for column, attribute in enumerate(("first_names_male", "first_names_female")):
            for name in getattr(provider, attribute, None) or ():
                counts.setdefault(name.lower(), [0, 0])[column] += 1
    genders: dict[str, Gender] = {}
    for name, (male, female) in counts.items():
        # A name that many languages give to one gender and few to the other leans to the first.
        genders[name] = "m" if male >= 3 * female else "f" if female >= 3 * male else "?"
    genders.update(dict.fromkeys(first_names.MALE, "m"))
    genders.update(dict.fromkeys(first_names.FEMALE, "f"))
    genders.update(dict.fromkeys(first_names.EITHER, "?"))
    return genders


def is_first_name(word: str) -> bool:
    """Say whether a word is known as a first name."""
    known = _first_names()
    return word.lower() in known or ("-" in word and word.lower().split("-")[0] in known)


def of_first_name(word: str) -> Gender:
    """Return the gender that a first name speaks for, "?" if both or unknown."""
    known = _first_names()
    return known.get(word.lower()) or known.get(word.lower().split("-")[0], "?")


def of_title(word: str) -> Gender:
    """Return the gender of a title ("Ms.", "Captain"), "?" if it has none."""
    return _TITLES.get(word.lower().rstrip("."), "?")


def of_noun(lemma: str) -> Gender:
    """Return the gender of a person noun ("sister", "waiter"), "?" if it has none."""
    if lemma in MALE_NOUNS:
        return "m"
    return "f" if lemma in FEMALE_NOUNS else "?"
