"""Headings, and the chapters that they begin.

A heading is found by what it says (`# One`, `CHAPTER XII.`, "Part Two: The Fire", "Prologue"), by its
underline, or, when the document has a series of them, by standing alone as a number (`3. The Fire`, `IV`) or
in capitals. What is doubtful is text.
"""

import re
from bisect import bisect
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import regex

from gsw_graph.errors import InputError
from gsw_graph.records import Chapter, Document

_UNITS = "one|two|three|four|five|six|seven|eight|nine"
_TEENS = "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_WORDS = f"(?:{_TENS})(?:[- ](?:{_UNITS}))?|{_TEENS}|{_UNITS}"
_ORDINALS = "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last"
_ROMAN = "(?=[IVXLCDM])M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})"
_LABELLED = re.compile(
    rf"(?:(?P<part>part|book|volume|act)|chapter|chap\.|section|scene|letter|episode)\s+"
    rf"(?:the\s+(?:{_ORDINALS})|{_WORDS}|\d{{1,4}}|{_ROMAN})"
    r"(?P<title>\.?|\s*[.:—–-]\s*\S.*)$",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"(?:prologue|epilogue|foreword|preface|introduction|afterword|interlude|conclusion)[.:]?$"
    r"|appendix(?: [a-z0-9])?[.:]?$",
    re.IGNORECASE,
)
_HASHES = re.compile(r" {0,3}(#{1,6})[ \t]+(\S.*?)(?:[ \t]+#+)?[ \t]*$")
_UNDERLINE = re.compile(r" {0,3}(?:(={3,})|-{3,})[ \t]*$")
_FENCE = re.compile(r" {0,3}(```|~~~)")
_NUMBERED = re.compile(rf"(?:(\d{{1,3}}(?:\.\d{{1,3}})*)|({_ROMAN}))(?:\.?|[.:)]?[ \t]+(\w.*))$")
_EMPHASIS = re.compile(r"^(\*\*|__|\*|_)(?=\S)(.*\S)\1$")
_LONGEST = 80
LONGEST_MARKED = 200
"""Longest line that hashes or a format make a heading: what is longer says something, and headings are in no chunk."""
_PART, _CHAPTER, _CAPITALS = 1, 2, 4
PATTERN_SECONDS = 5.0
"""How long a caller's pattern may search one text: some would for years."""


class _Line(NamedTuple):
    start: int
    end: int
    text: str
    """Without white space and emphasis around it."""


class _Heading(NamedTuple):
    start: int
    body: int
    """First character after it."""
    title: str
    rank: int
    """1 is the highest."""


def chapters(document: Document, pattern: str | None = None) -> list[Chapter]:
    """Return the chapters of a document, in order, covering its text without gap or overlap.

    A heading belongs to its chapter, as its title, and is no part of its body. Text before the first heading
    is a chapter without title; a document without headings is one chapter with the document's title; a blank
    one has none. A heading directly under a higher one makes one chapter with it. What the document's format marks
    as headings are its headings; if that is one or none, the lines that say that they are headings count as well.

    Args:
        document: With its stored text.
        pattern: Regular expression (multi-line) whose matches are the headings, in place of the rules and marks.

    Raises:
        InputError: The pattern is not a regular expression, or takes too long.
    """
    text = document.text
    if not text.strip():
        return []
    found = _by_pattern(text, pattern) if pattern is not None else _merged(document, _headings(document))
    if not found:
        found = [_Heading(0, 0, document.title, _CHAPTER)]
    elif text[: found[0].start].strip():
        found.insert(0, _Heading(0, 0, "", _CHAPTER))
    starts = [0, *(heading.start for heading in found[1:]), len(text)]
    return [
        Chapter(
            document=document.key,
            index=index,
            title=heading.title,
            start=start,
            end=end,
            text=text[start:end],
            body=heading.body,
            dated=document.dated,
        )
        for index, (heading, (start, end)) in enumerate(zip(found, pairwise(starts), strict=True), 1)
    ]


def title_of(text: str) -> str:
    """Return the first heading of level one (`# The Fire`, or underlined with =), "" if there is none."""
    return next((heading.title for heading in _marked(_lines(text)) if heading.rank == 1), "")


def _by_pattern(text: str, pattern: str) -> list[_Heading]:
    try:
        compiled = regex.compile(pattern, regex.MULTILINE)
        matches = list(compiled.finditer(text, timeout=PATTERN_SECONDS))
    except regex.error as error:
        raise InputError(
            f"The chapter pattern is not a regular expression: {error}.",
            hint=r"--chapter-pattern '^Day \d+$'",
        ) from error
    except TimeoutError:
        raise InputError(
            f"The chapter pattern {pattern!r} searches a text for more than {PATTERN_SECONDS:g} seconds.",
            hint="a pattern without a repetition inside a repetition",
        ) from None
    return [
        _Heading(match.start(), match.end(), " ".join(match[0].split()), _CHAPTER)
        for match in matches
        if match[0].strip()
    ]


def _headings(document: Document) -> list[_Heading]:
    """Return every heading in order, each line at most once."""
    text = document.text
    found = {heading.start: heading for heading in _given(document)}
    if len(found) > 1:
        return sorted(found.values())
    lines = _lines(text)
    for finder in (_marked, _labelled, _numbered) if document.headings is None else (_labelled, _numbered):
        for heading in finder(lines):
            found.setdefault(heading.start, heading)
    ends = [0, *sorted(heading.body for heading in found.values())]
    for heading in _capitals(lines):
        # Among other headings, capitals are as likely a sign on a door: only a title or subtitle counts.
        above = ends[bisect(ends, heading.start) - 1]
        if len(ends) == 1 or not text[above : heading.start].strip():
            found.setdefault(heading.start, heading)
    return sorted(found.values())


def _given(document: Document) -> list[_Heading]:
    """Return the headings that the document's format marks."""
    return [
        _Heading(mark.start, mark.end, " ".join(document.text[mark.start : mark.end].split()), mark.level)
        for mark in document.headings or ()
    ]


def _merged(document: Document, headings: list[_Heading]) -> list[_Heading]:
    """Join a heading with the higher one right above it (PART II, CHAPTER IV)."""
    merged: list[_Heading] = []
    text = document.text
    document_title = title_of(text) if document.headings is None else document.title
    for heading in headings:
        above = merged[-1] if merged else None
        titles = above is not None and above.title == document_title
        higher = above is not None and (titles or above.rank < heading.rank)
        if above and higher and not text[above.body : heading.start].strip():
            title = heading.title if titles else f"{above.title}: {heading.title}"
            merged[-1] = _Heading(above.start, heading.body, title, heading.rank)
        else:
            merged.append(heading)
    return merged


def _lines(text: str) -> list[_Line]:
    """Return the lines, those of code as if they were plain letters."""
    lines = []
    fence, start = "", 0
    for raw in text.split("\n"):
        mark = _FENCE.match(raw)
        inside = bool(fence)
        if mark and not fence:
            fence, inside = mark[1], True
        elif mark and mark[1] == fence:
            fence = ""
        code = inside or raw.startswith(("    #", "\t#"))
        shown = "code" if code and raw.strip() else _EMPHASIS.sub(r"\2", raw.strip())
        lines.append(_Line(start, start + len(raw), shown))
        start += len(raw) + 1
    return lines


def _marked(lines: list[_Line]) -> Iterator[_Heading]:
    """Yield the headings of Markdown: hashes and underlines."""
    for index, line in enumerate(lines):
        if len(line.text) <= LONGEST_MARKED and (match := _HASHES.match(line.text)):
            yield _Heading(line.start, line.end, _EMPHASIS.sub(r"\2", match[2]), len(match[1]))
        elif line.text and _blank(lines, index - 1) and index + 1 < len(lines):
            under = _UNDERLINE.match(lines[index + 1].text)
            if under and (under[1] or _titular(line.text)):
                yield _Heading(line.start, lines[index + 1].end, line.text, 1 if under[1] else 2)


def _labelled(lines: list[_Line]) -> Iterator[_Heading]:
    """Yield the headings that say what they are, after a blank line and not in a table of contents."""
    for index, line in enumerate(lines):
        match = _label(line.text)
        if match and _blank(lines, index - 1) and (index + 1 == len(lines) or not _same(lines[index + 1].text, match)):
            yield _Heading(line.start, line.end, line.text, _PART if match.groupdict().get("part") else _CHAPTER)


def _label(text: str) -> re.Match[str] | None:
    if len(text) > _LONGEST:
        return None
    match = _LABELLED.match(text)
    if match and (len(match["title"]) < 2 or _titular(match["title"])):
        return match
    return _NAMED.match(text)


def _same(text: str, match: re.Match[str]) -> bool:
    other = _label(text)
    return other is not None and bool(other.groupdict().get("part")) == bool(match.groupdict().get("part"))


def _numbered(lines: list[_Line]) -> list[_Heading]:
    """Return the lines that are a number, with or without title, if they ascend from 1 with text between."""
    found: list[_Heading] = []
    last: tuple[int, ...] = ()
    for index, line in _alone(lines):
        match = _NUMBERED.match(line.text)
        if not match or (match[3] and not (_titular(match[3]) and match[3][0].isupper())):
            continue
        number = tuple(map(int, match[1].split("."))) if match[1] else (_roman(match[2]),)
        follows = number[0] == 1 if not last else number > last and number[0] - last[0] <= 1
        if not follows or _NUMBERED.match(_next(lines, index)):
            return []
        last = number
        found.append(_Heading(line.start, line.end, line.text, _CHAPTER + len(number) - 1))
    return found if len(found) > 1 else []


def _capitals(lines: list[_Line]) -> list[_Heading]:
    """Return the short lines in capitals that stand alone, if there are two or one begins the text."""
    found = [
        (index, line)
        for index, line in _alone(lines)
        if line.text.isupper()
        and line.text[0].isalnum()
        and line.text[-1].isalnum()
        and sum(character.isalpha() for character in line.text) >= 4
        and len(line.text.split()) <= 8
        and line.text not in ("THE END", "FINIS")
        and _next(lines, index)
    ]
    begins = bool(found) and not any(line.text for line in lines[: found[0][0]])
    if len(found) < 2 and not begins:
        return []
    first = found[0][1]
    return [
        # What begins the text in capitals is its title.
        _Heading(line.start, line.end, line.text, _PART if begins and line is first else _CAPITALS)
        for _, line in found
    ]


def _alone(lines: list[_Line]) -> Iterator[tuple[int, _Line]]:
    """Yield the short lines between blank ones."""
    for index, line in enumerate(lines):
        if line.text and len(line.text) <= _LONGEST and _blank(lines, index - 1) and _blank(lines, index + 1):
            yield index, line


def _blank(lines: list[_Line], index: int) -> bool:
    return not 0 <= index < len(lines) or not lines[index].text


def _next(lines: list[_Line], index: int) -> str:
    return next((lines[after].text for after in range(index + 1, len(lines)) if lines[after].text), "")


def _titular(text: str) -> bool:
    """Return whether a line can be a title rather than a sentence."""
    return len(text) <= _LONGEST and (text[-1] not in ".,;:…" or (text[-1] == "." and text.isupper()))


def _roman(text: str) -> int:
    values = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
    digits = [values[letter] for letter in text]
    return sum(-one if one < after else one for one, after in pairwise([*digits, 0]))
