"""Lines on pages → paragraphs and headings.

Everything here is judged by where lines stand and how they end. Where that says nothing, lines stay in one paragraph.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from gsw_graph.text.blocks import APART, Blocks, Content
from gsw_graph.text.running import Line, Page, running_lines, usual_height, what_is_missing

_LARGER = 1.15
"""How much larger than the text a heading is."""
_HEADING_STEP = 1.6
"""From line to line of one heading, at most, in heights of a line."""
_OFTEN = 2
"""How often a heading stands at one height, at most: what stands on each page (DRAFT) is none."""
_LONGEST_HEADING = 120
_WIDE = 1.3
"""How much wider than between two lines the space between two paragraphs is, at least."""
_INDENT = 0.8
"""How far the first line of a paragraph is indented, at least, in heights of a line."""
_SHORT = 0.25
"""How much of a line is free, at least, if it ends without a full stop and no paragraph goes on after it."""
_SHORTER = 0.5
"""The same, if the next line begins with a small letter."""
_WORDLIKE = 4
"""Letters of the parts of a compound, at least: "of-ten" is none, whatever words there are."""
_ITEM = re.compile(r"(?:[•‣▪◦●○■–—*·-]|\(?(?:\d{1,3}|[a-z])[.)])\s+\S")
_ENDS = re.compile(r"[.!?…:;][\"'”’»)\]]*$")
_HYPHEN = re.compile(r"(\w+)[-‐\xad]$")
_WORD = re.compile(r"\w+(?:[-‐]\w+)*")


class _Placed(NamedTuple):
    line: Line
    page: int
    """Index of its page."""


def laid_out(pages: Sequence[Page], outline: Sequence[tuple[str, int, int]]) -> Content:
    """Return the text of pages.

    Args:
        pages: With their lines, in the order in which they are read.
        outline: Titles with their level and the index of their page.
    """
    running = running_lines(pages)
    lines = [
        _Placed(line, number)
        for number, page in enumerate(pages)
        for position, line in enumerate(page.lines)
        if (number, position) not in running
    ]
    blocks = Blocks()
    notes = what_is_missing(pages, {placed.page for placed in lines}, len(running))
    _Text(blocks, lines, len(pages)).put(_headings(lines, outline))
    return blocks.content(notes=notes)


def _headings(lines: Sequence[_Placed], outline: Sequence[tuple[str, int, int]]) -> dict[int, tuple[int, int]]:
    """Return which lines are headings: how many lines from each on, and of which level."""
    found = _outlined(lines, outline)
    return found or _large(lines)


def _outlined(lines: Sequence[_Placed], outline: Sequence[tuple[str, int, int]]) -> dict[int, tuple[int, int]]:
    """Return the lines that say what an entry of the outline says, on its page."""
    starts: dict[int, int] = {}
    for index, placed in enumerate(lines):
        starts.setdefault(placed.page, index)
    found: dict[int, tuple[int, int]] = {}
    for title, level, page in outline:
        wanted = _squeezed(title)
        index = starts.get(page, len(lines))
        while wanted and index < len(lines) and lines[index].page == page:
            count, said = 1, _squeezed(lines[index].line.text)
            while wanted.startswith(said) and said != wanted and index + count < len(lines) and count < 4:
                said += _squeezed(lines[index + count].line.text)
                count += 1
            if said == wanted and index not in found:
                found[index] = count, level
                break
            index += 1
    return found


def _squeezed(text: str) -> str:
    return "".join(text.split()).casefold()


def _large(lines: Sequence[_Placed]) -> dict[int, tuple[int, int]]:
    """Return the short runs of lines in larger letters than the text."""
    if not lines:
        return {}
    usual = usual_height(placed.line for placed in lines)
    runs: list[list[int]] = []
    for index, placed in enumerate(lines):
        if placed.line.height < _LARGER * usual:
            continue
        before = lines[runs[-1][-1]] if runs else None
        same = before is not None and before.page == placed.page and runs[-1][-1] == index - 1
        near = before is not None and before.line.baseline - placed.line.baseline < _HEADING_STEP * placed.line.height
        if before and same and near and abs(before.line.height - placed.line.height) < 0.5:
            runs[-1].append(index)
        else:
            runs.append([index])
    said = [" ".join(lines[index].line.text for index in run) for run in runs]
    places = [(_squeezed(text), round(lines[run[0]].line.baseline)) for run, text in zip(runs, said, strict=True)]
    often = Counter(places)
    heads = [
        run for run, text, place in zip(runs, said, places, strict=True) if _may_head(text) and often[place] <= _OFTEN
    ]
    steps = sorted({round(lines[run[0]].line.height) for run in heads}, reverse=True)
    return {run[0]: (len(run), min(steps.index(round(lines[run[0]].line.height)) + 1, 6)) for run in heads}


def _may_head(text: str) -> bool:
    return len(text) <= _LONGEST_HEADING and any(map(str.isalpha, text)) and text[-1] not in ".,;"


class _Text:
    """Puts lines together.

    Args:
        blocks: Where to.
        lines: Of all pages.
        pages: How many there are.
    """

    def __init__(self, blocks: Blocks, lines: Sequence[_Placed], pages: int) -> None:
        self._blocks = blocks
        self._lines = lines
        self._pages = pages
        self._turned = 0
        self._words = Counter(word for placed in lines for word in _WORD.findall(placed.line.text.lower()))
        steps = [
            (a.line.baseline - b.line.baseline) / max(b.line.height, 1)
            for a, b in pairwise(lines)
            if a.page == b.page and abs(a.line.height - b.line.height) < 0.5 and a.line.baseline > b.line.baseline
        ]
        self._step = median(steps) if steps else 1.2
        """From line to line inside a paragraph, in heights of a line."""
        self._edges = _edges(lines)

    def put(self, headings: dict[int, tuple[int, int]]) -> None:
        """Add all lines.

        Args:
            headings: Which of them are headings.
        """
        index, apart = 0, APART
        while index < len(self._lines):
            count, level = headings.get(index, (1, 0))
            text = " ".join(placed.line.text for placed in self._lines[index : index + count])
            self._turn(self._lines[index].page)
            after = index + count
            ends = level > 0 or after >= len(self._lines) or after in headings
            joint = APART if ends else self._joint(self._lines[index], self._lines[after])
            self._blocks.add(self._joinable(text, index, joint), level=level, apart=apart)
            index, apart = after, "" if joint == "" else joint
        self._turn(self._pages - 1)

    def _turn(self, page: int) -> None:
        for _ in range(self._turned, page + 1):
            self._blocks.page()
        self._turned = max(self._turned, page + 1)

    def _joinable(self, text: str, index: int, joint: str) -> str:
        """Return a line's text, without the hyphen that divides its last word from the next line."""
        divides = not joint and not self._keeps_hyphen(index)
        return (text[:-1] if divides else text).replace("\xad", "")

    def _keeps_hyphen(self, index: int) -> bool:
        """Say whether the hyphen at a line's end belongs to the word: what the rest of the text writes decides."""
        text, after = self._lines[index].line.text.lower(), self._lines[index + 1].line.text.lower()
        ahead, behind = _HYPHEN.search(text), re.match(r"\w+", after)
        if not ahead or not behind:
            return True
        whole, divided = ahead[1] + behind[0], f"{ahead[1]}-{behind[0]}"
        if self._words[whole] or self._words[divided]:
            return not self._words[whole]
        known = self._words[ahead[1]] > 1 and self._words[behind[0]] > 1
        return known and min(len(ahead[1]), len(behind[0])) >= _WORDLIKE

    def _joint(self, placed: _Placed, following: _Placed) -> str:
        """Return what stands between two lines: nothing inside a divided word, a space inside a paragraph."""
        a, b = placed.line, following.line
        if self._is_apart(placed, following):
            return APART
        if _HYPHEN.search(a.text) and b.text[0].isalpha():
            return ""
        if not b.text[0].islower() and (_ITEM.match(b.text) or self._is_indented(placed, following)):
            return APART
        return APART if self._ends_short(placed, following) else " "

    def _is_apart(self, placed: _Placed, following: _Placed) -> bool:
        """Say whether two lines of a page stand wide apart, or differ in size; a new column is neither."""
        a, b = placed.line, following.line
        if placed.page != following.page:
            return False
        if abs(a.height - b.height) > 0.1 * max(a.height, b.height) and abs(a.baseline - b.baseline) > 0.5 * b.height:
            return True
        return a.baseline - b.baseline > _WIDE * self._step * b.height

    def _is_indented(self, placed: _Placed, following: _Placed) -> bool:
        """Say whether a line begins further right than the one before, as the first of a paragraph does."""
        a, b = placed.line, following.line
        if _ITEM.match(a.text) or a.baseline <= b.baseline and placed.page == following.page:
            return False
        indented = b.left - a.left > _INDENT * b.height
        return (
            indented and b.left - a.left < 6 * b.height and bool(_ENDS.search(a.text) or placed.page == following.page)
        )

    def _ends_short(self, placed: _Placed, following: _Placed) -> bool:
        """Say whether the next word would have fitted on a line, so that a paragraph ends there."""
        a, b = placed.line, following.line
        edge = self._edges[placed.page, round(a.left)]
        room = edge - a.right
        goes_on = b.text[0].islower()
        if goes_on or not _ENDS.search(a.text):
            return placed.page == following.page and room > (_SHORTER if goes_on else _SHORT) * (edge - a.left)
        words = b.text.split()
        next_word = " ".join(words[:2] if words[0].endswith(".") else words[:1])  # "Mr. Carrow" is often kept together
        return room > 1.2 * (b.right - b.left) / len(b.text) * (len(next_word) + 1)


def _edges(lines: Sequence[_Placed]) -> dict[tuple[int, int], float]:
    """Return how far right the lines reach that begin at the same place of a page, or near it."""
    reach: dict[tuple[int, int], float] = defaultdict(float)
    for placed in lines:
        key = placed.page, round(placed.line.left)
        reach[key] = max(reach[key], placed.line.right)
    return {
        (page, left): max(reach.get((page, near), 0.0) for near in range(left - 40, left + 41)) for page, left in reach
    }
