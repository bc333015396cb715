"""EPUB → the text of its pages in reading order."""

import posixpath
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

from gsw_graph.errors import InputError
from gsw_graph.text.blocks import Blocks, Content
from gsw_graph.text.html import add_page
from gsw_graph.text.markup import name_of, parse_xhtml, xml_parser
from gsw_graph.text.packed import Pack, unpacked

_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_PAGES = ("application/xhtml+xml", "text/html", "application/x-dtbook+xml")


def read_epub(data: bytes, *, origin: str) -> Content:
    """Return what an e-book says, its pages in the order of its spine; the table of contents is left out.

    Args:
        data: The file.
        origin: Where it is from, for errors.

    Raises:
        InputError: It is broken, protected, or too large.
    """
    with unpacked(data, origin) as pack:
        package, folder = _package(pack, origin)
        pages = list(_spine(package, folder, origin))
        locked = _locked(pack, origin)
        if locked & set(pages):
            raise InputError(
                f"{origin} is protected by DRM, so that only its own reader can open it.",
                hint="a copy without protection",
            )
        blocks = Blocks()
        for name in pages:
            root = parse_xhtml(pack.read(name), origin=f"{origin}, {name},")
            if root is not None:
                add_page(blocks, root)
    titles = [one.text or "" for one in package.iter() if name_of(one) == "title" and "dc/" in str(one.tag)]
    return blocks.content(titles[0] if titles else "")


def _package(pack: Pack, origin: str) -> tuple[Any, str]:
    """Return the description of the book and the folder that its addresses start from."""
    container = _xml(pack, _CONTAINER, origin)
    paths = [one.get("full-path") for one in container.iter() if name_of(one) == "rootfile" and one.get("full-path")]
    if not paths:
        raise InputError(f"{origin} is broken: it doesn't say what it holds.", hint="get the file again")
    return _xml(pack, paths[0], origin), posixpath.dirname(paths[0])


def _spine(package: Any, folder: str, origin: str) -> Iterator[str]:
    """Yield the names of the book's pages in reading order."""
    items = {one.get("id"): one for one in package.iter() if name_of(one) == "item"}
    for reference in package.iter():
        if name_of(reference) != "itemref":
            continue
        item = items.get(reference.get("idref"))
        if item is None or not item.get("href"):
            raise InputError(f"{origin} is broken: a page that it lists is not there.", hint="get the file again")
        is_contents = "nav" in (item.get("properties") or "").split()
        if item.get("media-type") in _PAGES and not is_contents:
            yield posixpath.normpath(posixpath.join(folder, unquote(item.get("href"))))


def _locked(pack: Pack, origin: str) -> set[str]:
    """Return the names of the parts that are encrypted; in most books these are fonts only."""
    if _ENCRYPTION not in pack.names:
        return set()
    root = _xml(pack, _ENCRYPTION, origin)
    return {unquote(one.get("URI") or "") for one in root.iter() if name_of(one) == "cipherreference"}


def _xml(pack: Pack, name: str, origin: str) -> Any:
    from lxml import etree

    try:
        return etree.fromstring(pack.read(name), xml_parser())
    except etree.XMLSyntaxError as error:
        raise InputError(f"{origin} is broken: {name} is not XML.", hint="get the file again") from error
