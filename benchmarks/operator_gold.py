"""The gold of the Operator's quality measure: its file format, and where a record stands in its text.

A file holds the texts of one situation as `[[texts]]` tables. Every actor is a list of the names by which
the text calls it, the fullest first; every other record names an actor by any of these. Lists called
`optional_*` hold what a careful reader may or may not record: neither finding nor missing it counts. All
other lists but `actors` (where only the names are complete) hold everything the text says of their kind.

A role or state reads `[actor, label, other wordings…]`, with `not|` or `maybe|` before a label that is
denied or only possible. A time reads `[phrase, EDTF, other EDTF values…]`, "" where the text gives too
little to date it. A pronoun reads `[surface, n, actor or list of actors]`: the n-th occurrence of that word,
in any case. A verb stands `at` its own form in the text (`said#2`: the second one); `a|b` fills a slot if
either does. Any `maybe` of a place is a member that a scene-wide reading may add.
"""

import re
import tomllib
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from gsw_graph.records import Polarity

QUALITY = Path(__file__).resolve().parent.parent / "tests" / "quality"
HALVES = ("dev", "heldout")
VALENCES = (
    "agent",
    "patient",
    "recipient",
    "instrument",
    "companion",
    "source",
    "goal",
    "speaker",
    "addressee",
)
_PREFIXES: dict[str, Polarity] = {"not": "negated", "maybe": "possible"}


class Label(NamedTuple):
    """A role or state of the gold, taken apart."""

    who: str
    labels: tuple[str, ...]
    polarity: Polarity


class GoldRecord(BaseModel):
    """Base of the gold's tables: unknown keys refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class GoldVerb(GoldRecord):
    """A finite event verb with who fills its slots."""

    lemma: str
    also: list[str] = []
    """Other lemmas that say the same."""
    at: str
    """The verb's form in the text, with "#n" for the n-th occurrence."""
    polarity: Polarity = "asserted"
    future: bool = False
    """Announced for a time to come, so that "possible" passes as well."""
    agent: str | list[str] = []
    patient: str | list[str] = []
    recipient: str | list[str] = []
    instrument: str | list[str] = []
    companion: str | list[str] = []
    source: str | list[str] = []
    goal: str | list[str] = []
    speaker: str | list[str] = []
    addressee: str | list[str] = []
    """Who is asked, told or warned: patient or recipient."""
    brings_about: str = ""
    """The label of the role or state that begins."""
    ends: str = ""
    """The label of the role or state that ends."""

    def participants(self) -> list[tuple[str, str]]:
        """Return (valence, filler) pairs."""
        found: list[tuple[str, str]] = []
        for valence in VALENCES:
            value: str | list[str] = getattr(self, valence)
            found += [(valence, filler) for filler in ([value] if isinstance(value, str) else value)]
        return found


class GoldPlace(GoldRecord):
    """A place and what is said to be there."""

    name: str
    also: list[str] = []
    within: str = ""
    """The place of the same text that contains it."""
    actors: list[str] = []
    verbs: list[str] = []
    """Lemmas of gold verbs."""
    maybe: list[str] = []
    """Actors and verb lemmas that count neither way."""


class GoldText(GoldRecord):
    """One text with what an attentive reader takes from it."""

    id: str
    register_: str = Field(alias="register")
    text: str
    actors: list[list[str]]
    optional_actors: list[list[str]] = []
    roles: list[list[str]] = []
    optional_roles: list[list[str]] = []
    states: list[list[str]] = []
    optional_states: list[list[str]] = []
    verbs: list[GoldVerb]
    optional_verbs: list[str] = []
    """Lemmas: non-finite verbs, and statives such as "know" or "own"."""
    times: list[list[str]] = []
    optional_times: list[str] = []
    places: list[GoldPlace] = []
    optional_places: list[str] = []
    pronouns: list[tuple[str, int, str | list[str]]] = []
    questions: list[str] = []

    @property
    def body(self) -> str:
        """The text without the line breaks that only the file needs."""
        return self.text.strip("\n")


def load(half: Literal["dev", "heldout"] | str, root: Path = QUALITY) -> list[GoldText]:
    """Return the texts of one half, situation by situation.

    Args:
        half: "dev" or "heldout".
        root: The folder that holds both halves.
    """
    texts: list[GoldText] = []
    for path in sorted((root / half).glob("*.toml")):
        texts += [GoldText.model_validate(table) for table in tomllib.loads(path.read_text("utf-8"))["texts"]]
    return texts


def parse_label(entry: list[str]) -> Label:
    """Take a role or state entry apart.

    Args:
        entry: `[actor, label, other wordings…]`.
    """
    prefix, bar, _ = entry[1].partition("|")
    return Label(
        who=entry[0],
        labels=tuple(label.split("|", 1)[-1] for label in entry[1:]),
        polarity=_PREFIXES[prefix] if bar else "asserted",
    )


def locate(text: str, surface: str, nth: int = 1, *, ignore_case: bool = False) -> tuple[int, int]:
    """Return the span of the n-th occurrence of a surface as whole words.

    Args:
        text: Where to look.
        surface: What to find.
        nth: Which occurrence, from 1.
        ignore_case: Whether "She" is an occurrence of "she".

    Raises:
        ValueError: If there are fewer occurrences.
    """
    pattern = re.compile(rf"(?<!\w){re.escape(surface)}(?!\w)", re.IGNORECASE if ignore_case else 0)
    spans = [match.span() for match in pattern.finditer(text)]
    if len(spans) < nth:
        raise ValueError(f"{surface!r} occurs {len(spans)} times, not {nth}")
    return spans[nth - 1]


def locate_verb(text: str, at: str) -> tuple[int, int]:
    """Return the span of a verb's `at`.

    Args:
        text: Where to look.
        at: A surface, with "#n" for the n-th occurrence.
    """
    surface, _, nth = at.partition("#")
    return locate(text, surface, int(nth or 1))
