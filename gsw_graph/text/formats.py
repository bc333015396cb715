"""Which format a file has: what its name says, held against what it begins with."""

import io
import re
import zipfile
from pathlib import PurePosixPath
from typing import Literal

from gsw_graph.errors import InputError
from gsw_graph.text.blocks import Content
from gsw_graph.text.clean import clean, decode
from gsw_graph.text.docx import read_docx
from gsw_graph.text.epub import read_epub
from gsw_graph.text.html import read_html
from gsw_graph.text.pdf import read_pdf

Format = Literal["text", "html", "pdf", "docx", "epub", "csv"]
SUFFIXES: dict[str, Format] = {
    ".txt": "text",
    ".md": "text",
    ".markdown": "text",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".pdf": "pdf",
    ".docx": "docx",
    ".epub": "epub",
    ".csv": "csv",
    ".tsv": "csv",
}
"""Names that are read when a folder is listed."""
_SPOKEN = {"text": "text", "html": "HTML", "pdf": "PDF", "docx": "Word", "epub": "EPUB", "csv": "CSV"}
_PACKED = ("pdf", "docx", "epub")
_HTML = re.compile(rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html)\b", re.IGNORECASE | re.DOTALL)
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_FOREIGN = {
    "xl/": "an Excel workbook: save the sheet with the texts as CSV",
    "ppt/": "a PowerPoint presentation: save it as PDF",
    "content.xml": "an OpenDocument file: save it as docx",
}
"""What other zip files are, by a name in them, with what to do."""


def format_of(data: bytes, *, name: str, origin: str) -> Format:
    """Return the format of a file.

    Args:
        data: The file.
        name: Its name; what it ends in says what it should be.
        origin: Where it is from, for errors.

    Raises:
        InputError: It is of a format that is not read, or is not what its name says.
    """
    suffix = PurePosixPath(name.lower()).suffix
    said = SUFFIXES.get(suffix)
    found = _found(data, origin, is_pdf=said == "pdf")
    if said is None:
        return found or "text"
    if said == found or (said not in _PACKED and found in (None, "html")):
        return said
    is_what = "is empty" if not data else f"is {_SPOKEN[found]}" if found else f"is no {_SPOKEN[said]} file"
    raise InputError(
        f"{origin} is named {suffix}, but {is_what}.", hint="the file that the name promises, or another name"
    )


def convert(data: bytes, form: Format, *, origin: str, encoding: str | None = None) -> Content:
    """Return what a file of any format but CSV says.

    Args:
        data: The file.
        form: Its format.
        origin: Where it is from, for errors.
        encoding: Encoding of a text or HTML file; found by itself if None.

    Raises:
        InputError: It cannot be read.
    """
    if form == "html":
        return read_html(data, origin=origin, encoding=encoding)
    readers = {"pdf": read_pdf, "docx": read_docx, "epub": read_epub}
    if form in readers:
        return readers[form](data, origin=origin)
    text, notes = decode(data, origin=origin, encoding=encoding)
    text, more = clean(text, origin=origin)
    return Content(text, notes=(*notes, *more))


def _found(data: bytes, origin: str, *, is_pdf: bool) -> Format | None:
    """Return the format that the beginning of a file shows; None if it may be text."""
    if data.lstrip().startswith(b"%PDF-") or (is_pdf and b"%PDF-" in data[:1024]):
        return "pdf"
    if data.startswith(b"PK\x03\x04"):
        return _zipped(data, origin)
    if data.startswith(_OLE):
        what = "is encrypted" if _ENCRYPTED in data else "is of a Word before 2007"
        raise InputError(f"{origin} {what}.", hint="open it in a word processor and save it as docx without a password")
    if data.startswith(b"{\\rtf"):
        raise InputError(f"{origin} is in Rich Text Format.", hint="open it in a word processor and save it as docx")
    return "html" if _HTML.match(data[:4096]) else None


def _zipped(data: bytes, origin: str) -> Format:
    """Return what a zip file is."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
    except (zipfile.BadZipFile, ValueError, OSError) as error:
        raise InputError(f"{origin} is broken: {error}.", hint="get the file again") from error
    if "META-INF/container.xml" in names:
        return "epub"
    if any(name.startswith("word/") for name in names):
        return "docx"
    for mark, what in _FOREIGN.items():
        if any(name.startswith(mark) for name in names):
            kind, _, hint = what.partition(": ")
            raise InputError(f"{origin} is {kind}.", hint=hint)
    raise InputError(f"{origin} is a zip file.", hint="unpack it, and take the folder")
