"""Copies of texts under other names, with what a model says of them: in a copy each name is changed in the same way.

A name is a word with a capital that stands inside a sentence somewhere and is never written small. Its ending is
changed, so that each copy has people and places of its own.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from benchmarks.said_by_rules import Replies, has_replies, replies_to
from gsw_graph import text
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


def copies(documents: Sequence[Document], count: int, found: Replies) -> Iterator[Document]:
    """Yield the documents of each copy; the first has the names of the texts themselves.

    What is said of a copy is what is said of the text, renamed; where that does not fit it is read anew.

    Args:
        documents: The texts.
        count: How many copies.
        found: Takes what a model says of them.
    """
    documents = [text.from_text(one.text, key=one.key) for one in documents]
    replies = [replies_to([one]) for one in documents]
    names = _names(one.text for one in documents)
    for number in range(count):
        rename = _renaming(names, number)
        for document, said in zip(documents, replies, strict=True):
            copy = text.from_text(rename(document.text), key=f"copy {number + 1:03}/{document.key}")
            _add_renamed(found, said, rename)
            if not has_replies(copy, found):
                replies_to([copy], found)
            yield copy


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


def _add_renamed(found: Replies, replies: Replies, rename: Rename) -> None:
    """Add what is said of a text, renamed; what is there already stays."""
    for task, said in replies.items():
        for item, notes in said.items():
            renamed = {field: [rename(line) for line in lines] for field, lines in notes.items()}
            found.setdefault(task, {}).setdefault(rename(item), renamed)
