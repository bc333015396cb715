"""EPUB → the text of its pages in reading order."""

import posixpath
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

from gsw_graph.errors import InputError
from gsw_graph.text.blocks import Blocks, Content, one_line
from gsw_graph.text.html import add_page
from gsw_graph.text.markup import name_of, parse_page, xml_parser
from gsw_graph.text.packed import Pack, unpacked

_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_CONTENTS = "application/x-dtbncx+xml"
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
        titles = _titles(pack, package, folder, origin)
        blocks = Blocks()
        for name in pages:
            root = parse_page(pack.read(name), origin=f"{origin}, {name},")[0]
            if root is not None:
                add_page(blocks, root, titles.get(name))
    named = (one.text or "" for one in package.iter() if name_of(one) == "title" and "dc/" in str(one.tag))
    return blocks.content(next(named, ""))


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


def _titles(pack: Pack, package: Any, folder: str, origin: str) -> dict[str, dict[str, int]]:
    """Return what the table of contents calls the parts of each page, with their levels; {} if there is none."""
    items = [one for one in package.iter() if name_of(one) == "item" and one.get("href")]
    contents = [one for one in items if "nav" in (one.get("properties") or "").split()]
    contents += [one for one in items if one.get("media-type") == _CONTENTS]
    found: dict[str, dict[str, int]] = {}
    for name in (posixpath.normpath(posixpath.join(folder, unquote(one.get("href")))) for one in contents[:1]):
        root = parse_page(pack.read(name), origin=f"{origin}, {name},")[0] if name in pack.names else None
        for address, title, level in _entries(root) if root is not None else ():
            page = posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(address.partition("#")[0])))
            found.setdefault(page, {}).setdefault(title, level)
    return found


def _entries(root: Any) -> Iterator[tuple[str, str, int]]:
    """Yield the entries of a table of contents of either kind: address, title, level."""
    for one in root.iter():
        name = name_of(one)
        if name == "a" and one.get("href"):
            level = sum(name_of(above) == "ol" for above in one.iterancestors())
            yield one.get("href"), one_line("".join(one.itertext())), min(max(level, 1), 6)
        elif name == "navpoint":
            parts = {name_of(child): child for child in one}
            if "content" in parts and "navlabel" in parts and parts["content"].get("src"):
                level = 1 + sum(name_of(above) == "navpoint" for above in one.iterancestors())
                yield parts["content"].get("src"), one_line("".join(parts["navlabel"].itertext())), min(level, 6)


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
