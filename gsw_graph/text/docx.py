"""Word documents → paragraphs, headings, list items, tables and notes.

Text is read as if all tracked changes were accepted: what was inserted counts, what was deleted does not. Comments,
headers, footers and pictures are left out.
"""

import io
import re

from gsw_graph.errors import InputError
from gsw_graph.text.blocks import Blocks, Content
from gsw_graph.text.html import add_page
from gsw_graph.text.markup import name_of, parse_html, xml_parser
from gsw_graph.text.packed import Pack, unpacked

_STYLES = "p[style-name='Title'] => h1.title:fresh\np[style-name='Subtitle'] => p:fresh"
_DESCRIPTION = "docProps/core.xml"
_DECLARATION = re.compile(rb"<\x00?!\x00?(?:D\x00?O\x00?C\x00?T\x00?Y\x00?P\x00?E|E\x00?N\x00?T\x00?I\x00?T\x00?Y)")
_CHANGES = re.compile(rb"<w:(?:del|ins|moveFrom|moveTo)[ >]")
_COMMENTS = re.compile(rb"<w:commentReference[ />]")


def read_docx(data: bytes, *, origin: str) -> Content:
    """Return what a Word document says.

    Args:
        data: The file.
        origin: Where it is from, for errors.

    Raises:
        InputError: It is broken or too large.
    """
    with unpacked(data, origin) as pack:
        body = _checked(pack, origin)
        title = _title(pack, origin)
    blocks = Blocks()
    root = parse_html(_converted(data, origin), origin=origin)
    if root is not None:
        add_page(blocks, root)
        title = title or next(("".join(one.itertext()) for one in root.iter("h1") if one.get("class") == "title"), "")
    return blocks.content(title, tuple(_notes(body)))


def _checked(pack: Pack, origin: str) -> bytes:
    """Return the main part, after a look at all that the library will read."""
    parts = {name: pack.read(name) for name in sorted(pack.names) if name.endswith((".xml", ".rels"))}
    if any(_DECLARATION.search(part) for part in parts.values()):
        raise InputError(
            f"{origin} declares entities, which no Word document does.",
            hint="open it in a word processor and save it again",
        )
    return b"".join(part for name, part in parts.items() if name.startswith("word/document"))


def _converted(data: bytes, origin: str) -> str:
    import mammoth

    no_picture = mammoth.images.img_element(lambda _: {})
    try:
        result = mammoth.convert_to_html(io.BytesIO(data), style_map=_STYLES, convert_image=no_picture)
    except Exception as error:  # the library says in many ways that a file is not what it should be
        raise InputError(
            f"{origin} cannot be read as a Word document: {error or type(error).__name__}.",
            hint="open it in a word processor and save it again",
        ) from error
    return str(result.value)


def _title(pack: Pack, origin: str) -> str:
    from lxml import etree

    if _DESCRIPTION not in pack.names:
        return ""
    try:
        root = etree.fromstring(pack.read(_DESCRIPTION), xml_parser())
    except etree.XMLSyntaxError as error:
        raise InputError(f"{origin} is broken: {_DESCRIPTION} is not XML.", hint="get the file again") from error
    return next((one.text or "" for one in root.iter() if name_of(one) == "title"), "")


def _notes(body: bytes) -> list[str]:
    notes = []
    if _CHANGES.search(body):
        notes.append("It has tracked changes; it was read as if all were accepted.")
    if comments := len(_COMMENTS.findall(body)):
        notes.append(f"Comments were left out: {comments}.")
    return notes
