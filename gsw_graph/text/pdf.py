"""PDF → paragraphs with their pages.

A PDF says where each character stands and little more. Here PDFium says which characters make a line, and
`layout` says which lines make a paragraph, a heading, or the running head of each page.
"""

import ctypes
import math
import re
import threading
import zlib
from collections.abc import Iterator, Sequence
from typing import Any

from gsw_graph.errors import InputError
from gsw_graph.text.blocks import Content
from gsw_graph.text.layout import laid_out
from gsw_graph.text.packed import MOST_UNPACKED, too_large
from gsw_graph.text.running import Line, Page

MOST_CHARACTERS = 50_000_000
"""Characters of a document: an encyclopaedia has no more."""
_PDFIUM = threading.Lock()
"""PDFium has one state in a process."""
_NEEDS_PASSWORD = 4
_UNKNOWN_SECURITY = 5
_PICTURE, _SHADING, _FORM = 3, 4, 5
_STREAM = re.compile(rb"(?<!end)stream\r?\n")
_LONGEST_DICTIONARY = 2000
_STEP = 2**16
_LINE_ENDS = (10, 13)
_SAME_LINE, _SPACE, _SIDE_BY_SIDE = 0.3, 0.12, 1.5
"""In heights of a line: how far baselines of one line differ at most, how wide a space is, and a gap in a line."""
_DIVISIONS = (2, 0xFFFE)
"""What PDFium gives for a hyphen at a line's end, and with it goes the end of the line."""


def read_pdf(data: bytes, *, origin: str) -> Content:
    """Return what a PDF says, page by page.

    Args:
        data: The file.
        origin: Where it is from, for errors.

    Raises:
        InputError: It is broken, needs a password, is too large, or has no text.
    """
    import pypdfium2

    _check_streams(data, origin)
    with _PDFIUM:
        try:
            document = pypdfium2.PdfDocument(data)
        except pypdfium2.PdfiumError as error:
            raise _refused(origin, getattr(error, "err_code", 0)) from error
        try:
            pages = list(_pages(document, origin))
            outline = list(_outline(document))
        finally:
            document.close()
    pictured = [number for number, page in enumerate(pages, 1) if not page.lines and page.pictured]
    if not any(page.lines for page in pages):
        raise _without_text(origin, len(pages), len(pictured))
    return laid_out(pages, outline)


def _check_streams(data: bytes, origin: str) -> None:
    """Make sure that no page is a small stream that unpacks to a huge one: PDFium would take many times its size."""
    for match in _STREAM.finditer(data):
        before = data[max(match.start() - _LONGEST_DICTIONARY, 0) : match.start()]
        description = before[before.rfind(b"obj") :]
        if b"/FlateDecode" not in description or b"/Image" in description:  # pictures are not unpacked
            continue
        unpacking, size = zlib.decompressobj(), 0
        for start in range(match.end(), len(data), _STEP):
            try:
                size += len(unpacking.decompress(data[start : start + _STEP]))
            except zlib.error:
                break
            if size > MOST_UNPACKED:
                raise too_large(origin)
            if unpacking.eof:
                break


def _refused(origin: str, code: int) -> InputError:
    if code in (_NEEDS_PASSWORD, _UNKNOWN_SECURITY):
        return InputError(
            f"The PDF {origin} is encrypted, and needs a password.",
            hint="qpdf --decrypt --password=… in.pdf out.pdf, and then out.pdf",
        )
    return InputError(
        f"The PDF {origin} is broken.", hint="get the file again, or open it in a viewer and print it to a PDF"
    )


def _without_text(origin: str, pages: int, pictured: int) -> InputError:
    if not pictured:
        return InputError(f"The PDF {origin} has no text on its pages: {pages}.", hint="another file")
    return InputError(
        f"The PDF {origin} has {pages} page{'s' if pages > 1 else ''} of pictures and no text, as a scan has.",
        hint="ocrmypdf in.pdf out.pdf, and then out.pdf",
    )


def _pages(document: Any, origin: str) -> Iterator[Page]:
    """Yield the pages with their lines."""
    import pypdfium2

    total = 0
    for number in range(len(document)):
        try:
            page = document[number]
            text = page.get_textpage()
        except pypdfium2.PdfiumError as error:
            raise InputError(f"Page {number + 1} of the PDF {origin} is broken.", hint="get the file again") from error
        total += text.count_chars()
        if total > MOST_CHARACTERS:
            raise InputError(f"The PDF {origin} has more than {MOST_CHARACTERS:,} characters.", hint="divide it")
        lines = _whole(_lines(text))
        pictured = not lines and _is_pictured(page)
        text.close()
        page.close()
        yield Page(lines, pictured)


def _is_pictured(page: Any) -> bool:
    """Say whether a page shows anything but text."""
    return any(part.type in (_PICTURE, _SHADING, _FORM) for part in page.get_objects(max_depth=2))


def _whole(parts: Iterator[Line]) -> list[Line]:
    """Return lines, those joined that stand side by side: PDFium parts them where letters of two fonts meet."""
    lines: list[Line] = []
    for part in parts:
        before = lines[-1] if lines else None
        if before and abs(before.baseline - part.baseline) < _SAME_LINE * part.height:
            gap = (part.left - before.right) / part.height
            if -_SAME_LINE < gap < _SIDE_BY_SIDE:
                text = f"{before.text}{' ' if gap > _SPACE else ''}{part.text}"
                height = max(before.height, part.height)
                lines[-1] = Line(text, before.left, part.right, before.baseline, height)
                continue
        lines.append(part)
    return lines


def _lines(text: Any) -> Iterator[Line]:
    """Yield the lines of a page in the order in which they are read."""
    from pypdfium2 import raw

    start, characters = 0, []
    for index in range(text.count_chars()):
        code = raw.FPDFText_GetUnicode(text, index)
        if code not in _LINE_ENDS:
            characters.append("-" if code in _DIVISIONS else chr(code))
        if code in _LINE_ENDS or code in _DIVISIONS or index == text.count_chars() - 1:
            line = _line(text, start, characters)
            if line:
                yield line
            start, characters = index + 1, []


def _line(text: Any, start: int, characters: Sequence[str]) -> Line | None:
    """Return a line, if it has anything to read."""
    shown = [number for number, character in enumerate(characters) if not character.isspace() and character != "\x00"]
    if not shown:
        return None
    first, last = _box(text, start + shown[0]), _box(text, start + shown[-1])
    joined = "".join(characters).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    height = _size(text, start + shown[0]) or first.top - first.bottom
    return Line(" ".join(joined.split()), first.left, last.right, _baseline(text, start + shown[0]), height)


def _box(text: Any, index: int) -> Any:
    from pypdfium2 import raw

    box = raw.FS_RECTF()
    raw.FPDFText_GetLooseCharBox(text, index, box)
    return box


def _size(text: Any, index: int) -> float:
    """Return the size of a character as shown; its box may be that of the single letter."""
    from pypdfium2 import raw

    matrix = raw.FS_MATRIX()
    if not raw.FPDFText_GetMatrix(text, index, matrix):
        return 0.0
    return float(raw.FPDFText_GetFontSize(text, index) * math.hypot(matrix.c, matrix.d))


def _baseline(text: Any, index: int) -> float:
    from pypdfium2 import raw

    x, y = ctypes.c_double(), ctypes.c_double()
    raw.FPDFText_GetCharOrigin(text, index, x, y)
    return y.value


def _outline(document: Any) -> Iterator[tuple[str, int, int]]:
    """Yield the entries of the outline: title, level from 1, index of the page."""
    for mark in document.get_toc(max_depth=6):
        target = mark.get_dest()
        page = target.get_index() if target else None
        if page is not None:
            yield mark.get_title(), mark.level + 1, page
