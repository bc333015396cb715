"""Files of other programs: what they say, where their headings and pages are, and what becomes of bad ones."""

import io
import os
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from commands import Run, loaded, run
from conftest import Neo4j, open_workspace
from gsw_graph.errors import InputError
from gsw_graph.records import Document, Heading
from gsw_graph.text import chapters, chunks, from_text, list_files, read, read_all, read_stream
from gsw_graph.text.layout import laid_out
from gsw_graph.text.packed import MOST_UNPACKED
from gsw_graph.text.running import Line, Page
from gsw_graph.workspace import Workspace

FORMATS = Path(__file__).parent / "data" / "formats"
STORIES = (
    *("pandoc.docx", "pandoc.epub", "pandoc.html", "libreoffice.docx", "libreoffice.epub"),
    *("libreoffice.pdf", "chromium.pdf", "groff.pdf"),
)
"""Files that tell the whole story."""
SENTENCES = (
    "On 3 April 1971, Greta Holm was at Skerry Point.",
    "notwithstanding three letters and a telegram.",
    "The extraordinarily uncomfortable consequences of this accusation were felt first in the post office",
    "Oskar Dahl cleared Anton Reyes on 4 May 1971.",
    "not seem to be particularly disappointed: she had bought the mail boat.",
)
"""Some of them are divided in the PDF files: by a hyphen, a page, a column."""
PAGES = {"libreoffice.pdf": {"Skerry Point": 1, "felt first": 1, "in the post office": 2, "mail boat.": 2}}


def document(name: str) -> Document:
    return read(FORMATS / name)


def titles(found: Document) -> list[str]:
    return [chapter.title for chapter in chapters(found)]


# What files say


@pytest.mark.parametrize("name", STORIES)
def test_a_story_is_read_with_its_chapters(name: str) -> None:
    found = document(name)
    assert all(sentence in found.text for sentence in SENTENCES)
    assert "Page 1" not in found.text and "The Salt House, a report" not in found.text
    assert found.text.index("The Landing") < found.text.index("The Letter") < found.text.index("The Hearing")
    if name == "libreoffice.epub":  # here only the table of contents says what is a heading, down to the first level
        assert titles(found) == ["The Landing", "The Survey", "The Hearing"]
    elif name != "groff.pdf":  # and here nothing but bold letters
        assert titles(found)[-4:] == ["The Landing", "The Survey", "The Letter", "The Hearing"]
    passages = [chunk for chapter in chapters(found) for chunk in chunks(chapter)]
    assert all(found.text[one.start : one.end] == one.text for one in passages)


def test_three_formats_of_one_document_are_one_text() -> None:
    assert len({document(f"pandoc.{suffix}").text for suffix in ("docx", "epub", "html")}) == 1
    assert document("libreoffice.docx").text == document("libreoffice.pdf").text
    assert document("pandoc.docx").title == "The Salt House"


def test_a_list_and_a_table_keep_their_lines() -> None:
    text = document("pandoc.docx").text
    assert "\n\nDate | Place | Witness\n\n9 April 1971 | North Basin | Lise Brandt\n\n" in text
    assert "\n\n- a barometer in a leather case\n- a sounding line of forty fathoms\n" in text
    assert "already written his judgement.\n" in text and "printed in the district gazette." in text


def test_a_page_is_read_without_what_stands_around_it() -> None:
    found = document("chromium.html")
    assert found.title == "The Salt House"
    for words in ("Home", "archive", "Bram Oster", "Hidden", "Never shown", "guilty", "addEventListener", "serif"):
        assert words not in found.text
    assert "Skerry Point. Greta Holm was the keeper of the salt house.\n" in found.text
    assert "He was a surveyor & a bachelor." in found.text
    assert "the north basin.\nLise Brandt" in found.text
    assert "Lise Brandt bought the boarding house on 6 May 1971." in found.text
    assert "# not a heading\n  kept   as is" in found.text
    assert titles(found) == ["The Landing", "The Survey", "The Hearing"]
    assert document("page.html").text == found.text.replace(
        "\n\nLise Brandt bought the boarding house on 6 May 1971.", ""
    )


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("", ""),
        ("<!-- nothing -->", ""),
        ("<p>One<p>Two<br>lines", "One\n\nTwo\nlines"),
        ("<div>a <b>bold</b>\n word<p>next</p>after</div>", "a bold word\n\nnext\n\nafter"),
        ("<ul><li>One<ul><li>Two</ul><li><p>Three</p><p>more</p></ul>end", "- One\n- Two\n- Three\n\nmore\n\nend"),
        ("<table><tr><td><p>a</p><p>b</p><td>c</table>", "a\n\nb\n\nc"),
        ("<table><tr><td><table><tr><td>x<td>y</table></table>", "x | y"),
        ("<article><footer>kept</footer><p>text</p></article><article>two</article>", "kept\n\ntext\n\ntwo"),
        ("<body><aside>left out</aside><p>text</p><footer>left out</footer>", "text"),
        ("<p>a<script>if (1 < 2) {}</script>b<noscript>c</noscript>d<template>e</template></p>", "abd"),
        ("<p>said<a epub:type='noteref' href='#n'>*</a>. <a href='#top'>Link</a></p>", "said. Link"),
        ("<?xml version='1.0'?><html xmlns='x'><title/><script src='a'/><p>One<a id='x'/> two</p></html>", "One two"),
        ("<p>&#0;&#1;&nbsp;&lt;b&gt; &unknown; &#x1F600;</p>", "\ufffd <b> &unknown; \U0001f600"),
    ],
)
def test_markup_becomes_paragraphs(page: str, text: str) -> None:
    start = "" if page.startswith("<?xml") else "<!doctype html>"
    found = read_stream(io.BytesIO(f"{start}{page}".encode()), "page")
    assert found.text == text
    assert found.headings == ()


def test_a_page_is_read_in_the_encoding_that_it_declares() -> None:
    for charset, encoding in (
        ("iso-8859-1", "cp1252"),
        ("windows-1251", "cp1251"),
        ("gbk", "gbk"),
        ("x-none", "utf-8"),
    ):
        word = {"cp1251": "Москва", "gbk": "北门"}.get(encoding, "“Zoë”")
        page = f'<!doctype html><meta charset="{charset}"><p>{word} stayed at home.'
        assert read_stream(io.BytesIO(page.encode(encoding)), "page").text == f"{word} stayed at home."


def test_tracked_changes_are_accepted_and_comments_left_out() -> None:
    found = document("changes.docx")
    assert found.text == "The Ledger\n\nOn 3 April 1971, Greta Holm was at Skerry Point. Greta Holm kept the ledger."
    assert found.notes == (
        "It has tracked changes; it was read as if all were accepted.",
        "Comments were left out: 1.",
    )


def test_the_same_bytes_are_the_same_text() -> None:
    code = (
        "import hashlib, sys; from pathlib import Path; from gsw_graph.text import read\n"
        "said = [read(Path(name)).model_dump_json() for name in sys.argv[1:]]\n"
        "print(hashlib.sha256(''.join(said).encode()).hexdigest())"
    )
    names = [str(FORMATS / name) for name in (*STORIES, "chromium.html", "changes.docx")]
    found = {
        subprocess.run(
            [sys.executable, "-c", code, *names],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1


# Pages


def test_each_character_knows_its_page() -> None:
    for name, places in PAGES.items():
        found = document(name)
        for words, page in places.items():
            assert found.page_at(found.text.index(words)) == page, words
    assert document("pandoc.docx").page_at(0) is None


def test_a_page_without_text_keeps_its_number() -> None:
    found = document("partly_scanned.pdf")
    assert found.notes[0].startswith("Page 2 has no text, as in a scan: if it matters, run 'ocrmypdf --skip-text")
    assert found.page_at(found.text.index("Skerry Point")) == 1
    assert found.page_at(found.text.index("in the post office")) == 3
    assert len(found.pages) == 3


def test_a_reader_needs_no_password_of_the_owner() -> None:
    assert document("restricted.pdf").text == document("libreoffice.pdf").text


# Lines of a PDF


def pages_of(*pages: str, head: str = "", foot: str = "", size: float = 10) -> list[Page]:
    """Return pages of lines that reach as far as they have letters; "#" in head and foot is the number of the page.

    A line begins with spaces if it is indented, "!" if its letters are large; an empty one is a gap.
    """
    made = []
    for number, page in enumerate(pages, 1):
        lines = [Line(head.replace("#", str(number)), 50, 200, 800, size)] if head else []
        baseline = 740.0
        for text in page.split("\n"):
            shown = text.strip(" !")
            left = 50 + 5 * (len(text) - len(text.lstrip(" ")))
            height = 2 * size if text.startswith("!") else size
            if shown:
                lines.append(Line(shown, left, left + 5 * len(shown), baseline, height))
            baseline -= 2.4 * size if text.startswith("!") else 1.2 * size
        lines += [Line(foot.replace("#", str(number)), 50, 100, 40, size)] if foot else []
        made.append(Page(lines, pictured=False))
    return made


FULL = "The keeper of the salt house went down to the landing in the rain"
"""A line that is as long as the page is wide."""


@pytest.mark.parametrize(
    ("page", "text"),
    [
        (f"{FULL}\nand back.\n{FULL}\nand back.", f"{FULL} and back.\n\n{FULL} and back."),
        (f"{FULL}\nAnton Reyes came.", f"{FULL} Anton Reyes came."),
        (f"{FULL}.\n   {FULL}\nand back.", f"{FULL}.\n\n{FULL} and back."),
        (f"{FULL}\nand {FULL[4:]}\n\n{FULL}", f"{FULL} and {FULL[4:]}\n\n{FULL}"),
        (f"{FULL} un-\nder the moon.", f"{FULL} under the moon."),
        (f"{FULL} well-\nknown. It is well-known.", f"{FULL} well-known. It is well-known."),
        (f"{FULL} salt-\nhouse: a salt is no house.", f"{FULL} salt-house: a salt is no house."),
        (f"{FULL}, 1914-\n1918.", f"{FULL}, 1914- 1918."),
        ("What he had:\n• a case\n• a line", "What he had:\n\n• a case\n\n• a line"),
        (f"!The Landing\n{FULL}", f"The Landing\n\n{FULL}"),
    ],
)  # fmt: skip
def test_lines_become_paragraphs(page: str, text: str) -> None:
    assert laid_out(pages_of(page), []).text == text


def test_a_sentence_goes_on_over_the_page() -> None:
    found = laid_out(
        pages_of(f"{FULL} and\nfurther {FULL[10:]}", f"{FULL}\nand back.", head="A story", foot="- # -"), []
    )
    assert found.text == f"{FULL} and further {FULL[10:]} {FULL} and back."
    assert found.text[found.pages[1] :].startswith(FULL)
    assert found.notes == ("Running heads and page numbers were left out: 4 lines.",)


@pytest.mark.parametrize(
    ("head", "kept"),
    [
        ("A story", False),
        ("A story, page #", False),
        ("Chapter 2: The Fire #", False),
        ("#", False),
        ("Chapter #", True),
    ],
)
def test_what_recurs_at_the_edge_of_pages_is_left_out(head: str, kept: bool) -> None:
    found = laid_out(pages_of(*[f"{FULL}\nand back."] * 4, head=head), [])
    assert found.text.count(FULL) == 4
    assert (head.replace("#", "3") in found.text) == kept


def test_what_recurs_in_the_text_stays() -> None:
    found = laid_out(pages_of(*[f"The same line.\n{FULL}\nand so on.\nThe same line."] * 5), [])
    assert found.text.count("The same line.") == 10
    assert found.notes == ()


def test_large_letters_are_headings_unless_they_are_everywhere() -> None:
    page = f"!The Landing\n{FULL}\nand back.\n\n!DRAFT\n\n{FULL}\nand back."
    found = laid_out(pages_of(page, page.replace("Landing", "Survey"), page.replace("Landing", "Fire")), [])
    assert [found.text[mark.start : mark.end] for mark in found.headings or ()] == [
        "The Landing",
        "The Survey",
        "The Fire",
    ]


def test_an_outline_says_which_lines_are_headings() -> None:
    pages = pages_of(f"The long\nLanding\n\n{FULL}", f"!Large\n{FULL}\n\nThe Survey\n\n{FULL}")
    found = laid_out(pages, [("The long  Landing", 1, 0), ("THE SURVEY", 2, 1), ("Not there", 1, 1)])
    assert [(found.text[mark.start : mark.end], mark.level) for mark in found.headings or ()] == [
        ("The long Landing", 1),
        ("The Survey", 2),
    ]


# Headings that a format marks


def test_headings_that_a_format_marks_are_the_only_ones_if_there_are_several() -> None:
    text = "Chapter 1\n\nOne came.\n\nTwo\n\nTwo came.\n\n# Three\n\nThree came."
    marks = [
        Heading(start=text.index(title), end=text.index(title) + len(title), level=1) for title in ("Two", "# Three")
    ]

    def told(*headings: Heading) -> list[str]:
        return titles(Document(key="a", origin="", title="a", text=text, headings=headings))

    assert told(*marks) == ["", "Two", "# Three"]
    assert told(marks[0]) == ["Chapter 1", "Two"]
    assert told() == ["Chapter 1"]


# Tables of texts


def table(tmp_path: Path, text: str, *, column: str = "", name: str = "m.csv") -> list[tuple[str, str, str]]:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8", newline="")
    return [(one.document.key, one.document.text, one.date) for one in read_all(path, text_column=column)]


def test_each_row_of_a_table_is_a_document() -> None:
    first, second, third = (one.document for one in read_all(FORMATS / "messages.csv"))
    assert (first.key, first.title) == ("messages.csv#m-1", "Landing")
    assert first.text == 'On that day Greta Holm was at Skerry Point, said "the keeper".'
    assert (second.key, second.title) == ("messages.csv#m-2", "messages m-2")
    assert "\nand Lise Brandt" in second.text
    assert third.text == ""
    assert [one.date for one in read_all(FORMATS / "messages.csv")] == ["3 April 1971", "1971-04-09", "soon"]
    with pytest.raises(InputError, match="is a table of 3 texts"):
        read(FORMATS / "messages.csv")


LONG = "Greta Holm was the keeper of the salt house, and she stayed."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("text\nOne.\nTwo.\n", [("m.csv#1", "One.", ""), ("m.csv#2", "Two.", "")]),
        ("anything\nOne.\n", [("m.csv#1", "One.", "")]),
        ("KEY;Text\r\na;One, two.\r\n", [("m.csv#a", "One, two.", "")]),
        (f"id,who,body\n7,Lise,{LONG!r}\n".replace("'", '"'), [("m.csv#7", LONG, "")]),
        ("id\ttext\n1\tOne \"so\" said.\n", [("m.csv#1", 'One "so" said.', "")]),
        ("\ufefftext,date\n\nOne.,\n,\nTwo.\n", [("m.csv#1", "One.", ""), ("m.csv#2", "Two.", "")]),
        ("", []),
        ("id,text\n", []),
    ],
)  # fmt: skip
def test_tables(tmp_path: Path, text: str, expected: list[tuple[str, str, str]]) -> None:
    assert table(tmp_path, text) == expected


def test_the_column_of_texts_can_be_named(tmp_path: Path) -> None:
    text = "id,question,answer\n1,Who?,Lise Brandt.\n"
    assert table(tmp_path, text, column="Answer") == [("m.csv#1", "Lise Brandt.", "")]


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        (
            "id,question,answer\n1,a,b\n",
            "",
            "which column its texts are in: its columns are 'id', 'question', 'answer'",
        ),
        (
            f"a,b\n{LONG.replace(',', '')},{LONG.replace(',', '')}\n",
            "",
            "which column .* 'a', 'b'. Try: --text-column NAME",
        ),
        ("id,text\n1,a\n", "body", "has no column 'body': its columns are 'id', 'text'"),
        ("id,text\n1,One, two.\n", "", "more cells in the row that ends in line 2"),
        ('id,text\n1,"One.\n2,Two.\n', "", "is not a table: line 3"),
        ("id,text\n1,a\n1,b\n", "", "has the id '1' twice, in row 2 again"),
        ("id,text\n1,a\n,b\n", "", "nothing in the column 'id' of row 2"),
    ],
)
def test_bad_tables(tmp_path: Path, text: str, column: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        table(tmp_path, text, column=column)


# Bad files


def packed(parts: dict[str, bytes], base: str = "") -> bytes:
    """Return a zip file, with the parts of another one that aren't given."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        if base:
            with zipfile.ZipFile(FORMATS / base) as other:
                for name in other.namelist():
                    if name not in parts:
                        archive.writestr(name, other.read(name))
        for name, part in parts.items():
            if part:
                archive.writestr(name, part)
    return data.getvalue()


def of(name: str) -> bytes:
    return (FORMATS / name).read_bytes()


def bomb() -> bytes:
    """Return a PDF of some kilobytes whose only page unpacks to more than is read."""
    stream = zlib.compress(b"BT (a) Tj ET\n" * (MOST_UNPACKED // 12), 9)
    head = b"<</Length %d/Filter/FlateDecode>>stream\n" % len(stream)
    return b"%PDF-1.4\n4 0 obj\n" + head + stream + b"\nendstream\nendobj\n"


ENTITY = b'<?xml version="1.0"?><!DOCTYPE w [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
OPF = "EPUB/content.opf"
LOCKED = b'<encryption><CipherReference URI="EPUB/text/ch001.xhtml"/></encryption>'
BAD: dict[str, tuple[str, Callable[[], bytes], str]] = {
    "an empty PDF": ("a.pdf", lambda: b"", "is named .pdf, but is empty"),
    "half a PDF": ("a.pdf", lambda: of("libreoffice.pdf")[:400], "is broken"),
    "a page named PDF": ("a.pdf", lambda: of("page.html"), "is named .pdf, but is HTML"),
    "a picture named PDF": ("a.pdf", lambda: b"\x89PNG\r\n\x1a\n" + bytes(99), "is named .pdf, but is no PDF file"),
    "a PDF named text": ("a.txt", lambda: of("groff.pdf"), "is named .txt, but is PDF"),
    "a PDF named Word": ("a.docx", lambda: of("groff.pdf"), "is named .docx, but is PDF"),
    "a book named Word": ("a.docx", lambda: of("pandoc.epub"), "is named .docx, but is EPUB"),
    "an encrypted PDF": ("a.pdf", lambda: of("encrypted.pdf"), "needs a password. Try: qpdf --decrypt"),
    "a scanned PDF": ("a.pdf", lambda: of("scanned.pdf"), "has 2 pages of pictures and no text, .* Try: ocrmypdf"),
    "a bomb as PDF": ("a.pdf", bomb, "unpacks to more than"),
    "half a Word file": ("a.docx", lambda: of("pandoc.docx")[:5000], "is broken"),
    "an old Word file": ("a.doc", lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(99), "Word before 2007"),
    "a locked Word file": (
        "a.docx",
        lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"),
        "is encrypted",
    ),
    "rich text": ("a.rtf", lambda: rb"{\rtf1 Hello.}", "Rich Text Format"),
    "a workbook": ("a.xlsx", lambda: packed({"xl/workbook.xml": b"<x/>"}), "an Excel workbook. Try: save the sheet"),
    "slides": ("a.pptx", lambda: packed({"ppt/presentation.xml": b"<x/>"}), "a PowerPoint presentation"),
    "OpenDocument": ("a.odt", lambda: packed({"content.xml": b"<x/>"}), "an OpenDocument file"),
    "a zip file": ("a.zip", lambda: packed({"a.txt": b"A."}), "is a zip file. Try: unpack it"),
    "Word with entities": (
        "a.docx",
        lambda: packed({"word/document.xml": ENTITY + b"<w>&e;</w>"}, "pandoc.docx"),
        "declares entities",
    ),
    "Word with hidden entities": (
        "a.docx",
        lambda: packed({"word/styles.xml": ENTITY.decode().encode("utf-16")}, "pandoc.docx"),
        "declares entities",
    ),
    "Word without a document": ("a.docx", lambda: packed({"word/document.xml": b""}, "pandoc.docx"), "Word document"),
    "Word with broken XML": ("a.docx", lambda: packed({"word/document.xml": b"<w:a>"}, "pandoc.docx"), "Word document"),
    "a bomb as Word": (
        "a.docx",
        lambda: packed({"word/bomb.xml": b" " * (MOST_UNPACKED + 1)}, "pandoc.docx"),
        "unpacks to more than",
    ),
    "a bomb as a book": (
        "a.epub",
        lambda: packed({"EPUB/text/ch001.xhtml": b" " * (MOST_UNPACKED + 1)}, "pandoc.epub"),
        "unpacks to more than",
    ),
    "a book without its description": ("a.epub", lambda: packed({OPF: b""}, "pandoc.epub"), "lacks EPUB/content.opf"),
    "a book without a page": ("a.epub", lambda: packed({"EPUB/text/ch001.xhtml": b""}, "pandoc.epub"), "it lacks EPUB"),
    "a book of broken XML": ("a.epub", lambda: packed({OPF: b"<package>"}, "pandoc.epub"), "content.opf is not XML"),
    "a protected book": ("a.epub", lambda: packed({"META-INF/encryption.xml": LOCKED}, "pandoc.epub"), "by DRM"),
    "a page without end": ("a.html", lambda: b"<p>a" + b"<div>" * 5000 + b"deep", "nested too deeply"),
    "noise named HTML": ("a.html", lambda: bytes(range(32)) * 40, "not a text file"),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_file_is_refused_with_what_to_do(tmp_path: Path, case: str) -> None:
    name, data, message = BAD[case]
    (tmp_path / name).write_bytes(data())
    with pytest.raises(InputError, match=message) as raised:
        list(read_all(tmp_path / name))
    assert raised.value.hint
    assert str(tmp_path / name) in str(raised.value)


def test_entities_of_a_book_are_neither_fetched_nor_filled_in(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("the secret")
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    page = (
        f'<!DOCTYPE html [<!ENTITY l0 "ha"><!ENTITY e SYSTEM "{(tmp_path / "secret").as_uri()}">{laughs}]>'
        '<html xmlns="http://www.w3.org/1999/xhtml"><p title="&l9;">one &e; two &l9; three&nbsp;four</p></html>'
    )
    (tmp_path / "a.epub").write_bytes(packed({"EPUB/text/ch001.xhtml": page.encode()}, "pandoc.epub"))
    text = read(tmp_path / "a.epub").text
    assert "secret" not in text and len(text) < 3000
    assert all(word in text for word in ("one", "two", "three four"))


@pytest.mark.parametrize("name", ["libreoffice.pdf", "pandoc.docx", "pandoc.epub", "chromium.html", "messages.csv"])
@settings(max_examples=25, deadline=None)
@given(changes=st.lists(st.tuples(st.floats(0, 1), st.binary(max_size=4)), min_size=1, max_size=6))
def test_a_damaged_file_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, name: str, changes: list[tuple[float, bytes]]
) -> None:
    data = bytearray(of(name))
    for where, bytes_there in changes:
        start = int(where * len(data))
        data[start : start + len(bytes_there) + 1] = bytes_there
    path = tmp_path_factory.mktemp("damaged") / name
    path.write_bytes(bytes(data))
    try:
        found = [one.document for one in read_all(path)]
    except InputError:
        return
    for one in found:
        one.model_dump_json()
        assert not any(ord(character) < 32 and character not in "\n\t" for character in one.text + one.title)
        assert list(one.pages) == sorted(one.pages)
        assert all(one.text[mark.start : mark.end].strip() for mark in one.headings or ())


# From the command line


@pytest.fixture(scope="module")
def taken(neo4j_server: Neo4j, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    """Yield a workspace that `gsw ingest` filled with the files."""
    opened = open_workspace(neo4j_server, "formats")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GSW_NEO4J_URI", neo4j_server.uri)
        patch.setenv("GSW_NEO4J_PASSWORD", neo4j_server.password)
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))
        files = [str(FORMATS / name) for name in (*STORIES, "chromium.html", "messages.csv", "partly_scanned.pdf")]
        reports = loaded(run("ingest", *files, "-w", opened.name, "--json"))
    assert {one["key"]: one["status"] for one in reports if one["status"] != "done"} == {"messages.csv#m-3": "skipped"}
    yield opened
    opened.clear()


def rows(workspace: Workspace, statement: str) -> list[dict[str, Any]]:
    return [row.data() for row in workspace.graph.driver.execute_query(statement, workspace=workspace.name).records]


def test_each_quote_is_the_text_at_its_span_and_page(taken: Workspace) -> None:
    texts = {source.key: source for name in (*STORIES, "chromium.html") for source in [document(name)]}
    found = rows(
        taken,
        "MATCH (n)-[f:FROM]->(c:Chunk)-[:PART_OF]->(:Chapter)-[:PART_OF]->(d:Document) WHERE n.workspace = $workspace "
        "RETURN d.key AS key, f.start AS start, f.end AS end, f.quote AS quote, f.page AS page, c.page AS chunk_page, "
        "c.start AS chunk_start",
    )
    assert {row["key"] for row in found} >= texts.keys()
    for row in found:
        if row["key"] in texts:
            source = texts[row["key"]]
            assert source.text[row["start"] : row["end"]] == row["quote"]
            assert row["page"] == source.page_at(row["start"])
            assert row["chunk_page"] == source.page_at(row["chunk_start"])
    assert {row["page"] for row in found if row["key"] == "libreoffice.pdf"} == {1, 2}
    assert {row["page"] for row in found if row["key"] == "partly_scanned.pdf"} == {1, 3}


@pytest.mark.parametrize("name", [*STORIES, "chromium.html"])
def test_a_question_is_answered_from_a_file_with_its_page(gsw: Run, fresh: str, name: str) -> None:
    assert gsw("ingest", str(FORMATS / name), "-w", fresh).exit_code == 0
    said = loaded(gsw("ask", "Where was Greta Holm on 3 April 1971?", "-w", fresh, "--json"))
    assert said["items"] == ["Skerry Point"]
    text = document(name).text
    for proof in said["evidence"]:
        assert text[proof["start"] : proof["end"]] == proof["quote"]
        assert proof["page"] == (1 if name.endswith(".pdf") else None)


def test_pages_are_shown(gsw: Run, fresh: str) -> None:
    assert gsw("ingest", str(FORMATS / "libreoffice.pdf"), "-w", fresh).exit_code == 0
    shown = gsw("ask", "Where was Greta Holm on 2 May 1971?", "-w", fresh).stdout
    assert "Varde Town Hall" in shown and "[1] libreoffice.pdf, The Hearing, p. 2\n" in shown
    line = next(
        line for line in gsw("show", "Greta Holm", "-w", fresh).stdout.splitlines() if "Varde Town Hall" in line
    )
    assert "libreoffice.pdf 4, p. 2" in line
    [view] = loaded(gsw("show", "Greta Holm", "-w", fresh, "--json"))
    assert {row["page"] for row in view["rows"]} == {1, 2}


def test_a_rebuild_keeps_pages_and_headings(gsw: Run, fresh: str) -> None:
    assert gsw("ingest", str(FORMATS / "partly_scanned.pdf"), str(FORMATS / "messages.csv"), "-w", fresh).exit_code == 0
    before = gsw("digest", "-w", fresh).stdout
    assert gsw("rebuild", "-w", fresh).exit_code == 0
    assert gsw("digest", "-w", fresh).stdout == before


def test_a_bad_file_stops_none_of_the_others(gsw: Run, fresh: str, tmp_path: Path) -> None:
    folder = tmp_path / "texts"
    folder.mkdir()
    for name in ("scanned.pdf", "encrypted.pdf", "changes.docx", "messages.csv"):
        (folder / name).write_bytes(of(name))
    (folder / "wrong.pdf").write_bytes(of("page.html"))
    (folder / "data.csv").write_text("a,b\n1,2\n")
    (folder / "book.odt").write_bytes(b"")
    assert [source.key for source in list_files(folder) if source.skipped] == ["book.odt"]
    result = gsw("ingest", str(folder), "-w", fresh)
    assert result.exit_code == 1
    lines = {line.split()[1].rstrip(":"): line for line in result.stdout.splitlines()}
    assert {key: line.split()[0] for key, line in lines.items() if line.split()[0] != "note:"} == {
        "book.odt": "skipped",
        "changes.docx": "done",
        "data.csv": "failed",
        "encrypted.pdf": "failed",
        "messages.csv#m-1": "done",
        "messages.csv#m-2": "done",
        "messages.csv#m-3": "skipped",
        "scanned.pdf": "failed",
        "wrong.pdf": "failed",
    }
    assert "ocrmypdf" in lines["scanned.pdf"] and "--text-column" in lines["data.csv"]


def test_a_row_has_the_date_that_its_table_gives_it(gsw: Run, fresh: str) -> None:
    reports = loaded(gsw("ingest", str(FORMATS / "messages.csv"), "-w", fresh, "--dated", "1980", "--json"))
    assert "Its date was not understood: 'soon'." in reports[2]["notes"]
    said = loaded(gsw("ask", "Where was Greta Holm on 3 April 1971?", "-w", fresh, "--json"))
    assert said["items"] == ["Skerry Point"]


def test_a_pdf_comes_from_standard_input(gsw: Run, fresh: str) -> None:
    [report] = loaded(gsw("ingest", "-", "--as", "report", "-w", fresh, "--json", input=of("libreoffice.pdf")))
    assert (report["key"], report["status"]) == ("report", "done")


# The same text under two names


def test_the_same_text_under_two_names_is_noticed(gsw: Run, fresh: str, tmp_path: Path) -> None:
    for name in ("a.docx", "b.epub"):
        (tmp_path / name).write_bytes(of(f"pandoc.{name.split('.')[1]}"))
    first, second = loaded(gsw("ingest", "a.docx", "b.epub", "-w", fresh, "--json"))
    assert (first["status"], second["status"], second["read"]) == ("done", "done", 0)
    assert "The same text is there as 'b.epub'" in first["notes"][-1]
    assert "The same text is there as 'a.docx'" in second["notes"][-1]
    [again] = loaded(gsw("ingest", "b.epub", "-w", fresh, "--json"))
    assert again["status"] == "unchanged" and "'a.docx'" in again["notes"][-1]
    assert "The same text as 'b.epub'." in gsw("status", "-w", fresh).stdout
    assert gsw("forget", "a.docx", "-w", fresh).exit_code == 0
    [alone] = loaded(gsw("ingest", "b.epub", "-w", fresh, "--json"))
    assert (alone["status"], alone["notes"]) == ("unchanged", [])


def test_the_same_text_is_left_out_if_asked_for(gsw: Run, fresh: str, tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt", "blank.txt", "void.txt"):
        (tmp_path / name).write_text(
            "" if name[0] in "v" else " " if len(name) > 5 else "Greta Holm was at Skerry Point."
        )
    reports = loaded(
        gsw("ingest", "a.txt", "b.txt", "blank.txt", "void.txt", "--skip-duplicates", "-w", fresh, "--json")
    )
    assert [(one["status"], one["reason"]) for one in reports] == [
        ("done", ""),
        ("skipped", "the same text as 'a.txt'"),
        ("skipped", "empty"),
        ("skipped", "empty"),
    ]
    assert not any("same text" in note for one in reports for note in one["notes"])
    [later] = loaded(gsw("ingest", "b.txt", "--skip-duplicates", "-w", fresh, "--json"))
    assert later["reason"] == "the same text as 'a.txt'"
    [there] = loaded(gsw("ingest", "a.txt", "--skip-duplicates", "-w", fresh, "--json"))
    assert there["status"] == "unchanged"
    assert gsw("forget", "a.txt", "-w", fresh).exit_code == 0
    [now] = loaded(gsw("ingest", "b.txt", "--skip-duplicates", "-w", fresh, "--json"))
    assert now["status"] == "done"


def test_the_order_of_equal_texts_makes_no_difference(neo4j_server: Neo4j) -> None:
    digests = set()
    for order in (("a", "b"), ("b", "a")):
        opened = open_workspace(neo4j_server, "twins")
        for key in order:
            assert opened.add(from_text("Greta Holm was at Skerry Point on 3 April 1971.", key=key)).status == "done"
        digests.add(opened.digest())
        opened.clear()
    assert len(digests) == 1


def test_another_layout_of_the_same_text_is_taken_in_anew(workspace: Workspace, neo4j_server: Neo4j) -> None:
    text = "One\n\nGreta Holm was at Skerry Point.\n\nTwo\n\nLise Brandt was at Mill Sound."
    first = Document(key="a.pdf", origin="/a.pdf", title="a", text=text, pages=(0, 40), headings=())
    marks = (Heading(start=0, end=3, level=1), Heading(start=41, end=44, level=1))
    second = first.model_copy(update={"pages": (0, 10, 41), "headings": marks})
    assert [workspace.add(one).status for one in (first, first, second)] == ["done", "unchanged", "done"]
    other = open_workspace(neo4j_server, "layout")
    assert other.add(second).status == "done"
    assert other.digest() == workspace.digest()
    other.clear()
