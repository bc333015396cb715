"""What a reader of a format hands over: plain text, with the places of its headings and pages."""

from typing import NamedTuple

from gsw_graph.records import Heading
from gsw_graph.text.clean import plain
from gsw_graph.text.headings import LONGEST_MARKED

APART = "\n\n"
"""What stands between two paragraphs."""


class Content(NamedTuple):
    """What a file says, as it is stored."""

    text: str
    title: str = ""
    """Title that the file's own description gives it; "" if it gives none."""
    headings: tuple[Heading, ...] | None = None
    """Headings that the format marks; None if the text alone says what is one."""
    pages: tuple[int, ...] = ()
    """First character of each page."""
    notes: tuple[str, ...] = ()
    """What was left out, one sentence each."""

    def best_title(self) -> str:
        """Return the only heading of the highest level, else the file's own title; "" if there is neither."""
        highest = [heading for heading in self.headings or () if heading.level == 1]
        return one_line(self.text[highest[0].start : highest[0].end] if len(highest) == 1 else self.title)


class Blocks:
    """Puts a text together from its paragraphs and headings, and keeps where headings and pages begin."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._headings: list[Heading] = []
        self._pages: list[int] = []
        self._turned = 0
        """Pages that were begun and have no text yet."""

    def page(self) -> None:
        """Begin a page."""
        self._turned += 1

    def add(self, text: str, *, level: int = 0, apart: str = APART) -> None:
        """Add a block, if there is anything in it.

        Args:
            text: A paragraph, a heading, or a part of a paragraph.
            level: 1 to 6 for a heading, unless it is so long that it says something; 0 for text.
            apart: What stands before it, if it isn't the first.
        """
        text = plain(text).strip()
        if not text:
            return
        if self._parts:
            self._parts.append(apart)
            self._length += len(apart)
        start = self._length
        self._pages += [start if self._pages or self._parts else 0] * self._turned
        self._turned = 0
        self._parts.append(text)
        self._length += len(text)
        if level and len(text) <= LONGEST_MARKED:
            self._headings.append(Heading(start=start, end=self._length, level=level))

    def content(self, title: str = "", notes: tuple[str, ...] = ()) -> Content:
        """Return all of it.

        Args:
            title: From the file's own description.
            notes: What was left out, one sentence each.
        """
        pages = (*self._pages, *[self._length] * self._turned)
        return Content("".join(self._parts), one_line(title), tuple(self._headings), pages, notes)


def one_line(text: str) -> str:
    """Return a text as one line that can be stored.

    Args:
        text: Any text.
    """
    return " ".join(plain(text).split())
