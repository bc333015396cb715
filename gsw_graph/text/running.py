"""Lines of pages, and which of them are running heads, feet and page numbers."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

_MOST = 2
"""Most lines that a running head has."""
_APART = 1.3
"""How much further than the next line the text is from it, at least: lines of the text itself may recur too."""
_OTHER_SIZE = 0.1
"""How much larger or smaller than the text its letters are, at least, where it stands close to the text."""
_RECURS = 3
"""On how many pages a line must recur to be a running head."""
_LEVEL = 3
"""Points that two lines at one height may differ."""
_LONGEST_PAGE_NUMBER = 5
_NUMBER = re.compile(r"\d+")
_ROMAN = re.compile(r"[-–—\s]*[ivxlc]+[-–—\s]*", re.IGNORECASE)
_HEADS = re.compile(r"(?:chapter|part|book|section|letter|day|volume|act|scene|appendix)\b", re.IGNORECASE)
"""How a line begins whose first number counts something else than pages."""


class Line(NamedTuple):
    """A line of a page; lengths are in points."""

    text: str
    left: float
    right: float
    baseline: float
    """Above the bottom of the page."""
    height: float


class Page(NamedTuple):
    """A page as read."""

    lines: list[Line]
    pictured: bool
    """Whether it has no text, and something to see."""


class _Place(NamedTuple):
    """Where a line stands."""

    page: int
    position: int


def running_lines(pages: Sequence[Page]) -> set[tuple[int, int]]:
    """Return the lines at the edges of pages that recur or count the pages, by page and position.

    Args:
        pages: All pages of a document.
    """
    apart: dict[tuple[str, int], set[_Place]] = defaultdict(set)
    outermost: dict[tuple[str, int], set[_Place]] = defaultdict(set)
    step, usual = _step(pages), usual_height(line for page in pages for line in page.lines)
    for number, page in enumerate(pages):
        edges = _at_edges(page.lines, step, usual)
        heights = sorted(round(line.baseline) for line in page.lines)
        for position, line in enumerate(page.lines):
            at_end = round(line.baseline) in {*heights[:1], *heights[-1:]}
            if position in edges or at_end:
                for kind in _kinds(line, number):
                    (apart if position in edges else outermost)[kind].add(_Place(number, position))
    needed = max(min(_RECURS, sum(bool(page.lines) for page in pages)), 2)
    found: set[_Place] = set()
    for kind, places in apart.items():
        if len({place.page for place in places}) >= needed:
            # On a page with a heading right below, or with nothing else, it doesn't stand apart.
            found |= places | outermost[kind]
    return {(place.page, place.position) for place in found}


def _kinds(line: Line, page: int) -> Iterator[tuple[str, int]]:
    """Yield the kinds of running lines that a line may be of: what it says, at which height."""
    level = int(line.baseline // _LEVEL)
    for signature in _signatures(line.text, page):
        yield signature, level
        yield signature, level + 1  # so that two lines at about one height have a kind in common


def _at_edges(lines: Sequence[Line], step: float, usual: float) -> set[int]:
    """Return the positions of the few lines at the top and foot of a page that stand apart or are of another size."""
    sizes = {round(line.baseline): line.height for line in lines}
    edges: set[int] = set()
    for side in (sorted(sizes), sorted(sizes, reverse=True)):
        for count in range(1, min(_MOST, (len(side) - 1) // 2) + 1):  # there is more text than that
            others = [abs(sizes[baseline] - usual) > _OTHER_SIZE * usual for baseline in side[: count + 1]]
            if abs(side[count] - side[count - 1]) > _APART * step or (all(others[:-1]) and not others[-1]):
                edges |= set(side[:count])
                break
    return {position for position, line in enumerate(lines) if round(line.baseline) in edges}


def usual_height(lines: Iterable[Line]) -> float:
    """Return how high most of the text is.

    Args:
        lines: All of it.
    """
    heights: Counter[float] = Counter()
    for line in lines:
        heights[round(line.height, 1)] += len(line.text)
    return heights.most_common(1)[0][0] if heights else 0.0


def _step(pages: Sequence[Page]) -> float:
    """Return how far it is from line to line most often."""
    heights = (sorted({round(line.baseline) for line in page.lines}) for page in pages)
    steps = Counter(high - low for page in heights for low, high in pairwise(page))
    return min(steps, key=lambda step: (-steps[step], step), default=0)


def _signatures(text: str, page: int) -> Iterator[str]:
    """Yield what a line has in common with its like on other pages: all of it, or all but the number of the page."""
    if not _NUMBER.fullmatch(text):
        yield text
    if _ROMAN.fullmatch(text):
        yield "roman #"
    for match in list(_NUMBER.finditer(text))[bool(_HEADS.match(text)) :]:
        if len(match[0]) <= _LONGEST_PAGE_NUMBER:
            yield f"{text[: match.start()]}#{int(match[0]) - page:+d}{text[match.end() :]}"


def what_is_missing(pages: Sequence[Page], with_text: set[int], running: int) -> tuple[str, ...]:
    """Return notes on what of the pages is not in the text.

    Args:
        pages: All pages of a document.
        with_text: Indices of those that have text.
        running: How many lines were left out since they recur.
    """
    notes = []
    scanned = [
        number + 1 for number, page in enumerate(pages) if number not in with_text and (page.pictured or page.lines)
    ]
    if scanned:
        many = len(scanned) > 1
        notes.append(
            f"Page{'s' if many else ''} {_ranges(scanned)} {'have' if many else 'has'} no text, as in a scan: if "
            f"{'they matter' if many else 'it matters'}, run 'ocrmypdf --skip-text in.pdf out.pdf' and take out.pdf."
        )
    if running:
        notes.append(f"Running heads and page numbers were left out: {running} lines.")
    return tuple(notes)


def _ranges(numbers: Sequence[int]) -> str:
    """Return numbers in a row as "3-5, 9"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
