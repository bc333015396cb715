"""Files and streams → documents with clean stored text."""

import os
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import BinaryIO, NamedTuple

from gsw_graph.errors import InputError
from gsw_graph.records import Document, Record
from gsw_graph.text.blocks import Content
from gsw_graph.text.clean import clean
from gsw_graph.text.formats import SUFFIXES, convert, format_of
from gsw_graph.text.headings import title_of
from gsw_graph.text.tables import read_table

MOST_BYTES = 512 * 2**20
"""The largest file that is read; most of a large one is pictures."""

_UNSTORABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


class SourceFile(Record):
    """A file found in a folder, to be read or, with its reason, not."""

    path: Path
    key: str
    """Key of its document: path relative to the folder, with forward slashes; odd bytes are escaped."""
    skipped: str = ""
    """Why it is not read; "" if it is."""


class Found(NamedTuple):
    """A document, and what its file says of its date."""

    document: Document
    date: str = ""
    """In the file's own words; "" if it doesn't say."""


def list_files(path: Path) -> list[SourceFile]:
    """Return the files of a folder and its subfolders, sorted by key, those not read with their reason.

    Only those of a known format are read (`formats.SUFFIXES`), and neither hidden ones nor what stands behind a link to
    a folder.
    A path that is a file itself is returned alone, whatever its name.

    Args:
        path: A folder, or one file.

    Raises:
        InputError: There is no such file or folder, or the folder cannot be opened.
    """
    if path.is_file():
        return [SourceFile(path=path, key=_storable(path.name))]
    if not path.is_dir():
        raise InputError(f"There is no file or folder {_storable(str(path))}.", hint="check the path")
    unreadable: list[OSError] = []
    found = []
    for name, folders, files in os.walk(path, onerror=unreadable.append):
        parent = Path(name)
        links = [folder for folder in folders if _folder_reason(parent / folder)]
        found += [_source(path, parent / folder, _folder_reason(parent / folder)) for folder in links]
        folders[:] = sorted(set(folders) - set(links))
        found += [_source(path, parent / file, _file_reason(parent / file)) for file in files]
    for error in unreadable:
        if Path(error.filename) == path:
            raise InputError(f"The folder {_storable(str(path))} cannot be opened: {error.strerror}.")
        found.append(_source(path, Path(error.filename), f"cannot be opened: {error.strerror}"))
    return _without_clashes(sorted(found, key=lambda source: (source.key, os.fsencode(source.path))))


def read(source: Path | SourceFile, *, key: str | None = None, encoding: str | None = None) -> Document:
    """Return the document in a file of one document; `read_all` takes tables too.

    The stored text of a plain text file is what was read, except that line ends become line feeds and what a database
    cannot store is removed; each such change but line ends is noted. An empty file is a document with blank text.

    Args:
        source: A path, or a file from `list_files`.
        key: The document's key; the file's name, or its place in the folder, if None.
        encoding: The file's encoding; found by itself if None.

    Raises:
        InputError: The file cannot be opened or read, was listed as skipped, or is a table of several texts.
    """
    found = list(read_all(source, key=key, encoding=encoding))
    if len(found) != 1:
        path = source if isinstance(source, Path) else source.path
        raise InputError(f"{_storable(str(path))} is a table of {len(found)} texts.", hint="read_all")
    return found[0].document


def read_all(
    source: Path | SourceFile, *, key: str | None = None, encoding: str | None = None, text_column: str = ""
) -> Iterator[Found]:
    """Yield the documents in a file: one, or one for each row of a table, whose key ends in "#" and the row's id.

    Args:
        source: A path, or a file from `list_files`.
        key: The file's key; its name, or its place in the folder, if None.
        encoding: The file's encoding; found by itself if None.
        text_column: Name of a table's column of texts, if it isn't `text`.

    Raises:
        InputError: The file cannot be opened or read, or was listed as skipped.
    """
    if isinstance(source, SourceFile) and source.skipped:
        raise InputError(f"The file {source.key} is not read: {source.skipped}.", hint="name the file itself")
    path = source if isinstance(source, Path) else source.path
    raw_key = key if key is not None else path.name if isinstance(source, Path) else source.key
    origin = _storable(str(path.absolute()))
    data = _bytes(path, origin)
    form = format_of(data, name=path.name, origin=origin)
    if form != "csv":
        content = convert(data, form, origin=origin, encoding=encoding)
        yield Found(_document(content, key=raw_key, origin=origin, name=path.name))
        return
    for row in read_table(data, origin=origin, encoding=encoding, column=text_column):
        title = row.title or f"{PurePosixPath(raw_key).stem} {row.key}"
        content = Content(row.text, title, headings=(), notes=row.notes)
        row_key = f"{raw_key}#{row.key}"
        yield Found(_document(content, key=row_key, origin=origin, name=path.name), row.date)


def _bytes(path: Path, origin: str) -> bytes:
    """Return what a file holds."""
    try:
        if (size := path.stat().st_size) > MOST_BYTES:
            raise InputError(f"The file {origin} is too large: {size / 2**20:,.0f} MiB.", hint="divide it")
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"The file {origin} cannot be read: {error.strerror}.", hint="check the path") from error


def read_stream(stream: BinaryIO, key: str, *, encoding: str | None = None) -> Document:
    """Return the document in a stream of bytes, such as standard input; what it begins with shows its format.

    Args:
        stream: Is read to its end.
        key: The document's key.
        encoding: The stream's encoding; found by itself if None.

    Raises:
        InputError: It cannot be read.
    """
    data = stream.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise InputError(f"What came from stdin is larger than {MOST_BYTES // 2**20} MiB.", hint="divide it")
    content = convert(data, format_of(data, name="", origin="stdin"), origin="stdin", encoding=encoding)
    return _document(content, key=key, origin="stdin", name=key)


def from_text(body: str, *, key: str, origin: str = "text", dated: str = "") -> Document:
    """Return the document of a text that the caller holds.

    Args:
        body: Any string; what a database cannot store is removed and noted.
        key: The document's key.
        origin: Where it came from.
        dated: The document's own date as EDTF.

    Raises:
        InputError: The key is empty.
    """
    stored_key = _storable(key)
    if not stored_key.strip():
        raise InputError(f"The document from {origin} has an empty key.", hint="--as KEY")
    text, notes = clean(body, origin=origin)
    title = title_of(text) or PurePosixPath(stored_key).stem
    return Document(key=stored_key, origin=origin, title=title, text=text, notes=tuple(notes), dated=dated)


def _document(content: Content, *, key: str, origin: str, name: str) -> Document:
    stored_key = _storable(key)
    if not stored_key.strip():
        raise InputError(f"The document from {origin} has an empty key.", hint="--as KEY")
    notes = content.notes
    if _UNSTORABLE.search(name) and stored_key != name:
        notes += (f"The name was stored as {_storable(name)}: it has bytes that are not text.",)
    title = title_of(content.text) if content.headings is None else content.best_title()
    return Document(
        key=stored_key,
        origin=origin,
        title=title or PurePosixPath(stored_key).stem,  # the same key and text, wherever they stood
        text=content.text,
        notes=notes,
        pages=content.pages,
        headings=content.headings,
    )


def _storable(name: str) -> str:
    r"""Return a name with control characters and undecodable bytes written as \xNN."""

    def escape(match: re.Match[str]) -> str:
        code = ord(match[0])
        if 0xDC80 <= code <= 0xDCFF:  # how Python keeps a byte that it could not decode
            code -= 0xDC00
        return f"\\x{code:02x}"

    return _UNSTORABLE.sub(escape, name)


def _source(root: Path, path: Path, reason: str) -> SourceFile:
    return SourceFile(path=path, key=_storable(path.relative_to(root).as_posix()), skipped=reason)


def _folder_reason(path: Path) -> str:
    if path.name.startswith("."):
        return "hidden folder"
    return "link to a folder" if path.is_symlink() else ""


def _file_reason(path: Path) -> str:
    if path.name.startswith("."):
        return "hidden file"
    if not path.exists():
        return "broken link"
    if not path.is_file():
        return "not a regular file"
    if path.suffix.lower() not in SUFFIXES:
        return f"not one of {', '.join(SUFFIXES)}"
    return ""


def _without_clashes(sources: list[SourceFile]) -> list[SourceFile]:
    """Skip a file whose escaped key is already another file's."""
    kept: list[SourceFile] = []
    seen: set[str] = set()
    for source in sources:
        if not source.skipped and source.key in seen:
            source = source.model_copy(update={"skipped": "its key is already another file's"})
        if not source.skipped:
            seen.add(source.key)
        kept.append(source)
    return kept
