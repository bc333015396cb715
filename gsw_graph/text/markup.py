"""Markup → trees: nothing is fetched, no entity of a file's own is filled in, and nothing is cut off silently."""

import codecs
import html
import re
from contextlib import suppress
from typing import Any

from gsw_graph.errors import InputError
from gsw_graph.text.clean import clean, decode

_CHARSET = re.compile(rb"""(?:<meta[^>]*?charset|<\?xml[^>]*?encoding)\s*=\s*["']?\s*([\w.:-]+)""", re.IGNORECASE)
_BOMS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_MEANT = {"iso8859-1": "cp1252", "ascii": "cp1252"}
"""What browsers read in place of what a page declares."""
_XML = re.compile(r"^\s*<\?xml\b|<html\b[^>]*\bxmlns\s*=|<ncx\b")
_PROLOGUE = re.compile(r"\s*<\?xml.*?\?>", re.DOTALL)
_ENTITY = re.compile(r"&(?!(?:amp|lt|gt|quot|apos);)([A-Za-z][A-Za-z0-9]*);")


def parse_html(text: str, *, origin: str) -> Any:
    """Return the tree of an HTML page, None if there is nothing in it.

    Args:
        text: The page.
        origin: Where it is from, for errors.

    Raises:
        InputError: Its elements are nested too deeply.
    """
    from lxml import etree
    from lxml import html as parser

    page = _PROLOGUE.sub("", text, count=1).encode()
    if not page.strip():
        return None
    reader = parser.HTMLParser(encoding="utf-8", huge_tree=True)  # long texts are no error
    try:
        root = parser.document_fromstring(page, parser=reader)
    except etree.ParserError:  # nothing but comments
        return None
    if any(error.level_name == "FATAL" for error in reader.error_log):
        raise InputError(f"{origin} has elements that are nested too deeply to be read.", hint="another file format")
    return root


def parse_page(data: bytes, *, origin: str, encoding: str | None = None) -> tuple[Any, tuple[str, ...]]:
    """Return the tree of a page, None if there is nothing in it, and notes on what was done to its characters.

    A page that says that it is XML is read as that, and as HTML only if it isn't well-formed.

    Args:
        data: The page.
        origin: Where it is from, for errors.
        encoding: Its encoding; if None: as it says itself, else found out.

    Raises:
        InputError: It is not text, or its elements are nested too deeply.
    """
    from lxml import etree

    text, notes = decoded(data, origin, encoding)
    if _XML.search(text[:2048]):
        page = _PROLOGUE.sub("", _ENTITY.sub(lambda match: html.unescape(match[0]), text), count=1)
        with suppress(etree.XMLSyntaxError):
            return etree.fromstring(page.encode(), xml_parser()), tuple(notes)
    return parse_html(text, origin=origin), tuple(notes)


def xml_parser() -> Any:
    """Return a parser of XML that fetches nothing and fills in no entity."""
    from lxml import etree

    return etree.XMLParser(encoding="utf-8", resolve_entities=False, no_network=True, load_dtd=False)


def name_of(element: Any) -> str:
    """Return an element's name without its namespace; "" for a comment or the like.

    Args:
        element: Of either tree.
    """
    return element.tag.rpartition("}")[2].lower() if isinstance(element.tag, str) else ""


def decoded(data: bytes, origin: str, encoding: str | None) -> tuple[str, list[str]]:
    """Return the characters of a page, and notes on what was done to find them.

    Args:
        data: The page.
        origin: Where it is from, for errors.
        encoding: Its encoding; if None: as it says itself, else found out.

    Raises:
        InputError: It is not text.
    """
    declared = _CHARSET.search(data[:2048])
    if encoding is None and declared and not data.startswith(_BOMS) and not _is_utf8(data):
        with suppress(LookupError, ValueError):  # pages often say what they are not
            name = codecs.lookup(declared[1].decode("ascii")).name
            if not name.startswith(("utf-16", "utf-32")):  # then the declaration itself could not be read
                return clean(data.decode(_MEANT.get(name, name)), origin=origin)
    text, notes = decode(data, origin=origin, encoding=encoding)
    text, more = clean(text, origin=origin)
    return text, notes + more


def _is_utf8(data: bytes) -> bool:
    """Say whether bytes are UTF-8: what passes for it is, whatever a page that was saved anew still declares."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
