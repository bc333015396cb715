"""HTML → paragraphs, headings, list items and table rows; what is not read aloud is left out.

Left out are scripts, styles, forms' controls, navigation, footers and asides around the page's main part, whatever is
hidden or marked as deleted, and the marks that only lead to a note and back.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from gsw_graph.text.blocks import APART, Blocks, Content, one_line
from gsw_graph.text.markup import name_of, parse_page

_SKIPPED = frozenset(
    "applet audio button canvas datalist del dialog embed head iframe input math nav noscript object rp rt script "
    "select style svg template textarea title video".split()
)
_AROUND = frozenset(("footer", "aside"))
_PARTS = frozenset(("article", "section"))
"""Left out are those outside of these."""
_ROLES = frozenset("navigation search contentinfo complementary doc-noteref doc-backlink doc-toc menu banner".split())
_BLOCKS = frozenset(
    "address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer form "
    "h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu ol p pre section summary table tbody td tfoot th "
    "thead tr ul".split()
)
_LEVELS = {f"h{level}": level for level in range(1, 7)}
_SPACE = re.compile("[ \t\n\r\f]+")
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden")
_ANCHORS = ("#", "\xb6", "\xa7", "\u2191", "\u21a9", "\u21a9\ufe0e", "\u21a9\ufe0f")


class _Block(NamedTuple):
    text: str
    level: int = 0
    """1 to 6 for a heading."""
    item: bool = False
    """Whether it begins an item of a list."""


def read_html(data: bytes, *, origin: str, encoding: str | None = None) -> Content:
    """Return what an HTML page says.

    Args:
        data: The page.
        origin: Where it is from, for errors.
        encoding: Its encoding; if None: as it says itself, else found out.

    Raises:
        InputError: It is not text, or nested too deeply.
    """
    root, notes = parse_page(data, origin=origin, encoding=encoding)
    if root is None:
        return Content("", headings=(), notes=notes)
    blocks = Blocks()
    main, around = _main_part(root)
    add_page(blocks, main, around=around)
    title = next(("".join(found.itertext()) for found in root.iter() if name_of(found) == "title"), "")
    return blocks.content(title, notes)


def add_page(
    blocks: Blocks, root: Any, titles: Mapping[str, int] | None = None, around: Collection[Any] = frozenset()
) -> None:
    """Add what a page says.

    Args:
        blocks: Where to.
        root: The element that holds it.
        titles: Levels by what the headings say, for a page that may not mark them.
        around: Elements that are left out.
    """
    page = list(_blocks(root, around))
    known = {} if any(block.level for block in page) else dict(titles or {})
    after_item = False
    for block in page:
        level = block.level or known.pop(one_line(block.text), 0)
        blocks.add(block.text, level=level, apart="\n" if block.item and after_item else APART)
        after_item = block.item


def _main_part(root: Any) -> tuple[Any, set[Any]]:
    """Return the page's main part if it marks one, else the page, and what of it stands around the main part."""
    elements = [one for one in root.iter() if name_of(one)]
    mains = [one for one in elements if name_of(one) == "main" or one.get("role") == "main"]
    if len(mains) == 1:
        return mains[0], set()
    articles = [one for one in elements if name_of(one) == "article"]
    if len(articles) == 1 and 2 * _length(articles[0]) >= _length(root):
        return articles[0], set()
    around = [one for one in elements if name_of(one) in _AROUND]
    return root, {one for one in around if not {name_of(above) for above in one.iterancestors()} & _PARTS}


def _length(element: Any) -> int:
    return sum(len("".join(block.text.split())) for block in _blocks(element))


def _is_left_out(element: Any) -> bool:
    name = name_of(element)
    if not name or name in _SKIPPED or element.get("role") in _ROLES or element.get("hidden") is not None:
        return True
    if element.get("aria-hidden") == "true" or _HIDDEN.search(element.get("style") or ""):
        return True
    return name in ("a", "sup") and _leads_to_note(element, name)


def _leads_to_note(element: Any, name: str) -> bool:
    """Say whether an element is only the mark of a note, or the way back from one."""
    if any(re.split("[}:]", key)[-1] == "type" and value == "noteref" for key, value in element.items()):
        return True
    inside = [child for child in element if name_of(child)]
    only = len(inside) == 1 and not (element.text or "").strip() and not (inside[0].tail or "").strip()
    if name == "sup":
        return only and name_of(inside[0]) == "a" and (inside[0].get("href") or "").startswith("#")
    if not (element.get("href") or "").startswith("#"):
        return False
    return (only and name_of(inside[0]) == "sup") or "".join(element.itertext()).strip() in _ANCHORS


def _blocks(root: Any, around: Collection[Any] = frozenset()) -> Iterator[_Block]:
    """Yield the blocks of an element in order; it goes through the tree without recursion, however deep that is."""
    from lxml import etree

    walk = etree.iterwalk(root, events=("start", "end", "comment", "pi"))
    block = _Open()
    for event, element in walk:
        if event == "start":
            name = name_of(element)
            if element is not root and (element in around or _is_left_out(element)):
                walk.skip_subtree()
            elif name == "table" and _is_of_data(element):
                yield from block.closed()
                yield from _rows(element)
                walk.skip_subtree()
            else:
                if name in _BLOCKS:
                    yield from block.closed()
                block.begin(name)
                block.say(element.text)
            continue
        if event == "end":
            name = name_of(element)
            if name in _BLOCKS:
                yield from block.closed()
            block.end(name)
        if element is not root:
            block.say(element.tail)
    yield from block.closed()


class _Open:
    """The block that is being read."""

    def __init__(self) -> None:
        self._text: list[str] = []
        self._level = 0
        self._item = False
        self._kept = 0
        """How many elements are open that keep white space."""

    def begin(self, name: str) -> None:
        """Go into an element."""
        self._level = _LEVELS.get(name, self._level)
        self._kept += name == "pre"
        self._item = name == "li" or (self._item and name not in ("table", "ul", "ol", "dl"))
        if name == "br":
            self._text.append("\n")

    def end(self, name: str) -> None:
        """Go out of an element."""
        self._level = 0 if name in _LEVELS else self._level
        self._kept -= name == "pre" and self._kept > 0
        self._item = self._item and name != "li"

    def say(self, text: str | None) -> None:
        """Add characters."""
        if text:
            self._text.append(text if self._kept else _SPACE.sub(" ", text))

    def closed(self) -> Iterator[_Block]:
        """Yield what was read, if anything was, and begin anew."""
        text = "".join(self._text)
        self._text.clear()
        lines = text if self._kept else "\n".join(re.sub(" +", " ", line).strip() for line in text.split("\n"))
        if not lines.strip():
            return
        item, self._item = self._item, False
        if self._level:
            yield _Block(one_line(lines), self._level)
        else:
            yield _Block(f"- {lines.strip()}" if item else lines.strip("\n"), item=item)


def _is_of_data(table: Any) -> bool:
    """Say whether each cell of a table is a line, so that each row is one; other tables only lay a page out."""
    for element in table.iter():
        name = name_of(element)
        if (name == "table" and element is not table) or name in _LEVELS or name in ("ul", "ol", "dl", "pre"):
            return False
        if name in ("td", "th") and sum(name_of(part) in ("p", "div") for part in element.iter()) > 1:
            return False
    return True


def _rows(table: Any) -> Iterator[_Block]:
    """Yield the rows of a table, cells parted by bars."""
    for element in table.iter():
        if name_of(element) == "caption":
            yield from _blocks(element)
        if name_of(element) != "tr" or _is_left_out(element):
            continue
        cells = [cell for cell in element if name_of(cell) in ("td", "th") and not _is_left_out(cell)]
        said = [one_line(" ".join(block.text for block in _blocks(cell))) for cell in cells]
        yield _Block(" | ".join(said) if any(said) else "")
