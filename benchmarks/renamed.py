"""Copies of texts under other names, with what a model says of them: in a copy each name is changed in the same way.

A name is a word with a capital that stands inside a sentence somewhere and is never written small. Its ending is
changed, so that each copy has people and places of its own.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from benchmarks.rule_notes import Notes
from benchmarks.said_by_rules import Replies, replies_to
from gsw_graph import text
from gsw_graph.extract.model.annotate import parts_of
from gsw_graph.extract.model.render import window_text
from gsw_graph.planning import windows
from gsw_graph.records import Document

_NAME = re.compile(r"\b[A-Z][a-z]{2,}\b")
_INSIDE = re.compile(r"(?<=[a-z,] )[A-Z][a-z]{2,}\b")
_SMALL = re.compile(r"\b[a-z]{3,}\b")
_ENDINGS = ("ba", "den", "fort", "gar", "lin", "mor", "ney", "ro", "sted", "tan", "vik")
_CALENDAR = frozenset(
    """January February March April May June July August September October November December Monday Tuesday Wednesday
    Thursday Friday Saturday Sunday""".split()
)
Rename = Callable[[str], str]


class Copy(NamedTuple):
    """One document of one copy."""

    document: Document
    replies: Replies


def copies(documents: Sequence[Document], count: int) -> Iterator[Copy]:
    """Yield the documents of each copy; the first has the names of the texts themselves.

    What is said of a copy is what is said of the text, renamed; where the other names divide it in another way, it is
    read anew.

    Args:
        documents: The texts.
        count: How many copies.
    """
    documents = [text.from_text(one.text, key=one.key) for one in documents]
    replies = [replies_to([one]) for one in documents]
    layouts = [_layout(one) for one in documents]
    names = _names(one.text for one in documents)
    for number in range(count):
        rename = _renaming(names, number)
        for document, said, layout in zip(documents, replies, layouts, strict=True):
            copy = text.from_text(rename(document.text), key=f"copy {number + 1:03}/{document.key}")
            same = _layout(copy) == [rename(part) for part in layout]
            yield Copy(copy, _renamed(said, rename) if same else replies_to([copy]))


def _names(texts: Iterable[str]) -> frozenset[str]:
    """Return the names in some texts, but for those that dates are made of."""
    inside: Counter[str] = Counter()
    small: set[str] = set()
    for body in texts:
        inside.update(_INSIDE.findall(body))
        small.update(_SMALL.findall(body))
    return frozenset(name for name in inside if name.lower() not in small) - _CALENDAR


def _renaming(names: frozenset[str], number: int) -> Rename:
    """Return what renames a text for a copy."""
    ending = _ENDINGS[(number - 1) % len(_ENDINGS)] * (1 + (number - 1) // len(_ENDINGS)) if number else ""
    return lambda body: _NAME.sub(lambda match: match[0] + ending if match[0] in names else match[0], body)


def _layout(document: Document) -> list[str]:
    """Return all that depends on how a document is divided: its windows as a model is shown them, and its chunks."""
    found: list[str] = []
    for chapter in text.chapters(document):
        for window in windows(chapter):
            found += [window_text(part) for part in parts_of(window.chunks)]
            found += [chunk.text for chunk in window.chunks]
    return found


def _renamed(replies: Replies, rename: Rename) -> Replies:
    return {
        task: {rename(item): _renamed_notes(notes, rename) for item, notes in said.items()}
        for task, said in replies.items()
    }


def _renamed_notes(notes: Notes, rename: Rename) -> Notes:
    return {field: [rename(line) for line in lines] for field, lines in notes.items()}
