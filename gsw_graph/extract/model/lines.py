"""The notes of a reply: strings whose parts are joined by " | ", which cost far fewer tokens than nested records."""

import re
from typing import Annotated, Any, NamedTuple, Self, cast, get_args

from pydantic import BeforeValidator, model_validator

from gsw_graph.llm.tasks import Part
from gsw_graph.records import MentionKind

_BAR = re.compile(r"(?:^|\s+)\|(?=\s|$)")
_FIELD = re.compile(r"(?P<name>[a-z]+(?:[ _][a-z]+)?)\s*:\s*(?P<value>.*)", re.DOTALL)
_KINDS = frozenset(get_args(MentionKind)) - {"date"}
_KIND_WORDS: dict[str, MentionKind] = {
    "human": "person",
    "character": "person",
    "people": "group",
    "organization": "organisation",
    "company": "organisation",
    "institution": "organisation",
    "location": "place",
    "building": "place",
    "thing": "object",
    "item": "object",
    "tool": "object",
    "artefact": "object",
    "artifact": "object",
    "vehicle": "object",
}


def _texts(value: Any) -> Any:
    """Take nothing for no notes and one text for one note: models that keep no schema write both."""
    return () if value is None else (value,) if isinstance(value, str) else value


Texts = Annotated[tuple[str, ...], BeforeValidator(_texts)]
"""A field with notes."""


class Notes(Part):
    """What a model says of one item in notes."""

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        """Refuse an item with a number and nothing else, which is no reply but the stub of one."""
        if self.number and self.model_fields_set == {"number"}:
            raise ValueError(f"nothing but its number is said of item {self.number}")
        return self


class Line(NamedTuple):
    """A note in its parts."""

    heads: tuple[str, ...]
    """Its first parts, which go by their position; "" for those that are left out."""
    fields: tuple[tuple[str, str], ...]
    """The parts "name: value"."""
    flags: frozenset[str]
    """The parts that are a word of their own ("negated")."""
    unknown: tuple[str, ...]
    """Parts "name: value" whose name is none of ours."""

    def values(self, name: str) -> list[str]:
        """Return the values of the fields with a name."""
        return [value for field, value in self.fields if field == name]


def read_line(line: str, *, heads: int, fields: frozenset[str], others: frozenset[str], flags: frozenset[str]) -> Line:
    """Return a note in its parts; what is no field and no flag belongs to its last head.

    Args:
        line: The note.
        heads: How many parts go by their position.
        fields: Names of its fields.
        others: Names that are fields of other notes.
        flags: Its flags.
    """
    found: list[str] = []
    named: list[tuple[str, str]] = []
    unknown: list[str] = []
    said: set[str] = set()
    for number, part in enumerate(parts_of_line(line)):
        pairs = _pairs(part, fields) if number else []
        known = bool(pairs) and pairs[0][0] in fields | others
        if number and part.lower() in flags:
            said.add(part.lower())
        elif pairs and (known or len(found) >= heads):
            named += [pair for pair in pairs if pair[0] in fields]
            unknown += [f"{name}: {value}" for name, value in pairs if name not in fields]
        elif len(found) < heads:
            found.append(part)
        elif named or unknown:
            unknown.append(part)
        else:
            found[-1] = f"{found[-1]} | {part}"
    return Line((*found, *[""] * heads)[:heads], tuple(named), frozenset(said), tuple(unknown))


def parts_of_line(line: str) -> list[str]:
    """Return the parts of a note, without the space around them.

    Args:
        line: The note.
    """
    return [part.strip() for part in _BAR.split(line.strip())]


def split_names(names: str, mark: str) -> tuple[str, ...]:
    """Return the names in a list of them, none of them empty.

    Args:
        names: The list.
        mark: What stands between two.
    """
    return tuple(name for part in names.split(mark) if (name := part.strip()))


def known_kind(kind: str) -> MentionKind:
    """Return the kind that a model means: the first of ours among its words ("Tool,Process"), "other" if none is.

    Args:
        kind: As the model says it.
    """
    for word in re.findall(r"\w+", kind.lower()):
        for form in (word, word.removesuffix("s")):
            if form in _KINDS:
                return cast(MentionKind, form)
            if form in _KIND_WORDS:
                return _KIND_WORDS[form]
    return "other"


def _pairs(part: str, fields: frozenset[str]) -> list[tuple[str, str]]:
    """Return the names and values of a part "name: value", or of several with semicolons; empty if it is none."""
    first = _FIELD.fullmatch(part)
    if first is None:
        return []
    names = "|".join(sorted(fields))
    pieces = re.split(rf";\s*(?=(?:{names})\s*:)", part)
    found = [_FIELD.fullmatch(piece.strip()) for piece in pieces]
    return [(one["name"], one["value"].strip()) for one in found if one]
