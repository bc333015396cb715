import io
import os
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gsw_graph.errors import ConfigError, InputError
from gsw_graph.language import count_tokens, pipeline, sentences
from gsw_graph.records import Chapter, Chunk, Document
from gsw_graph.text import chapters, chunks, list_files, read, read_stream
from gsw_graph.text.chunks import MAX_CHARACTERS


def document(text: str, key: str = "story.txt") -> Document:
    return Document(key=key, origin="stdin", title="story", text=text)


def titles(text: str) -> list[str]:
    return [chapter.title for chapter in chapters(document(text))]


def all_chunks(text: str) -> list[Chunk]:
    return [chunk for chapter in chapters(document(text)) for chunk in chunks(chapter)]


def texts(text: str) -> list[str]:
    return [chunk.text for chunk in all_chunks(text)]


# Language


def test_the_pipeline_reads_and_is_loaded_once() -> None:
    nlp = pipeline()
    doc = nlp("Irene met Marcus in Lisbon.")
    assert [token.lemma_ for token in doc][1] == "meet"
    assert "Lisbon" in [entity.text for entity in doc.ents]
    assert pipeline() is nlp


def test_threads_get_one_pipeline() -> None:
    found: list[int] = []
    threads = [threading.Thread(target=lambda: found.append(id(pipeline()))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert len(set(found)) == 1


def test_a_pipeline_that_is_not_installed_is_named_with_what_to_do() -> None:
    with pytest.raises(ConfigError, match='"xx_no_such_one" is not installed.*spacy download xx_no_such_one'):
        pipeline("xx_no_such_one")


def test_tokens_are_counted_in_o200k_and_special_ones_are_text() -> None:
    assert count_tokens("") == 0
    assert count_tokens("hello world") == 2
    assert count_tokens("<|endoftext|>") > 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n ", []),
        ("He left. She stayed.", ["He left.", "She stayed."]),
        ("Mr. Smith met Dr. Jones. They talked.", ["Mr. Smith met Dr. Jones.", "They talked."]),
        ("She ran to the\nold harbour. He did\nnot.", ["She ran to the\nold harbour.", "He did\nnot."]),
        ("“Go!” she said. He went.", ["“Go!” she said.", "He went."]),
        ("门开了。我们去公园！你来吗？", ["门开了。", "我们去公园！", "你来吗？"]),
        ("他说：「走！」我们走了。", ["他说：「走！」", "我们走了。"]),
        ("- bring water\n- bring bread", ["- bring water", "- bring bread"]),
        ("* * *", ["* * *"]),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in sentences(text)] == expected


def test_a_paragraph_longer_than_the_recogniser_takes_is_split_all_the_same() -> None:
    text = "The guard closed the gate. " * 4_000
    assert [text[start:end] for start, end in sentences(text)] == ["The guard closed the gate."] * 4_000


# Files


def test_same_name_in_two_folders_is_two_documents(tmp_path: Path) -> None:
    for name in ("south", "north"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "readme.md").write_text(f"The {name} gate opens at 6.")
    found = [read(source) for source in list_files(tmp_path)]
    assert [(each.key, each.text) for each in found] == [
        ("north/readme.md", "The north gate opens at 6."),
        ("south/readme.md", "The south gate opens at 6."),
    ]
    assert found[0].uid != found[1].uid
    assert [each.origin for each in found] == [str(tmp_path / each.key) for each in found]


def test_what_is_not_read_is_listed_with_its_reason(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("A.")
    (tmp_path / "b.png").write_bytes(b"\x89PNG")
    (tmp_path / ".hidden.txt").write_text("H.")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "x.txt").write_text("X.")
    (tmp_path / "gone.txt").symlink_to(tmp_path / "nowhere")
    (tmp_path / "loop").symlink_to(tmp_path)
    os.mkfifo(tmp_path / "pipe.txt")
    reasons = {source.key: source.skipped for source in list_files(tmp_path)}
    assert reasons == {
        "a.txt": "",
        "b.png": "not one of .txt, .md, .markdown, .html, .htm, .xhtml, .pdf, .docx, .epub, .csv, .tsv",
        ".hidden.txt": "hidden file",
        ".git": "hidden folder",
        "gone.txt": "broken link",
        "loop": "link to a folder",
        "pipe.txt": "not a regular file",
    }
    assert list(reasons) == sorted(reasons)
    with pytest.raises(InputError, match="pipe.txt is not read: not a regular file"):
        read(list_files(tmp_path)[-1])


def test_a_file_named_outright_is_read_whatever_its_name(tmp_path: Path) -> None:
    path = tmp_path / "notes"
    path.write_text("She left.")
    (source,) = list_files(path)
    assert (source.key, source.skipped, read(source).text) == ("notes", "", "She left.")
    assert read(path, key="mine").key == "mine"


def test_a_missing_path_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no file or folder"):
        list_files(tmp_path / "none")
    with pytest.raises(InputError, match="cannot be read"):
        read(tmp_path / "none.txt")
    (tmp_path / "empty.txt").touch()
    with pytest.raises(InputError, match="empty key"):
        read(tmp_path / "empty.txt", key=" ")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
def test_a_name_that_is_not_utf8_gets_a_storable_key(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/gate\x9a.txt"))
    path.write_text("The gate opens.")
    (tmp_path / "gate\\x9a.txt").write_text("Another.")
    (tmp_path / "next.txt").write_text("The next file.")
    odd, clash, following = sorted(list_files(tmp_path), key=lambda source: (source.key, source.skipped))
    found = read(odd)
    assert found.key == odd.key == "gate\\x9a.txt"
    assert clash.skipped == "its key is already another file's"
    assert read(following).text == "The next file."
    bad = read(path)
    assert (bad.key, bad.text) == ("gate\\x9a.txt", "The gate opens.")
    assert "name" in bad.notes[0]
    bad.model_dump_json()


@pytest.mark.parametrize(
    ("data", "text", "note"),
    [
        (b"plain\r\nlines\rhere\n", "plain\nlines\nhere\n", ""),
        ("\ufeffcafé".encode(), "café", ""),
        ("café 你".encode("utf-16"), "café 你", ""),
        ("café 你".encode("utf-32"), "café 你", ""),
        ("ﬁne e\u0301 \u00a0\u200b".encode(), "ﬁne e\u0301 \u00a0\u200b", ""),
        (b"A NUL\x00 and a bell\x07.", "A NUL and a bell.", "Control characters were removed: 2."),
        (b"page\x0cpage", "page\npage", ""),
        (b"lone \xed\xa0\x80 one", "lone \ufffd one", "Lone surrogates were replaced by U+FFFD: 1."),
        (b"pair \xed\xa0\xbd\xed\xb8\x80 kept", "pair \U0001f600 kept", ""),
        ("Müller, Zoë, Chloë, Łódź ".encode() + b"\x9a", "Müller, Zoë, Chloë, Łódź \ufffd", "not utf-8"),
        ("今天天气好。我们去公园!".encode("gbk"), "今天天气好。我们去公园!", "as gb18030, which is a guess"),
        ("Le café était fermé, señor.".encode("cp1252"), "Le café était fermé, señor.", "cp1252"),
        ("Привет, мир. Как дела сегодня?".encode("cp1251"), "Привет, мир. Как дела сегодня?", "cp1251"),
        (b"", "", ""),
    ],
)  # fmt: skip
def test_bytes_become_clean_text_and_changes_are_noted(data: bytes, text: str, note: str) -> None:
    found = read_stream(io.BytesIO(data), "key")
    assert found.text == text
    assert (note in " ".join(found.notes)) if note else found.notes == ()
    assert found.origin == "stdin"
    found.model_dump_json()


@pytest.mark.parametrize(
    "data",
    [b"\x00\x01\x02\x03" * 50, b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4, "no mark".encode("utf-16-le")],
)
def test_what_is_not_text_is_refused(data: bytes) -> None:
    with pytest.raises(InputError, match="not a text file"):
        read_stream(io.BytesIO(data), "key")


def test_a_stated_encoding_is_kept_to() -> None:
    data = "北门".encode("gbk")
    assert read_stream(io.BytesIO(data), "key", encoding="gbk").text == "北门"
    with pytest.raises(InputError, match="not in utf-8: byte 0"):
        read_stream(io.BytesIO(data), "key", encoding="utf-8")
    with pytest.raises(InputError, match='no encoding "nonsense"'):
        read_stream(io.BytesIO(data), "key", encoding="nonsense")


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        found = read_stream(io.BytesIO(data), "key")
    except InputError:
        return
    assert not any(ord(character) < 32 and character not in "\n\t" for character in found.text)
    found.text.encode()


def test_the_title_is_the_first_heading_of_level_one_or_the_file_name(tmp_path: Path) -> None:
    path = tmp_path / "night.md"
    path.write_text("```\n# code\n```\n\n## Not this\n\n# The **Night**\n")
    assert read(path).title == "The **Night**"
    path.write_text("She left.")
    assert read(path).title == "night"


# Chapters

BODY = "\n\nIt rained.\n\n"


@pytest.mark.parametrize(
    "heading",
    [
        "# The Fire",
        "### The Fire ###",
        "The Fire\n========",
        "The Fire\n---",
        "Chapter 12",
        "CHAPTER XII.",
        "CHAPTER XII. THE FIRE.",
        "Chapter One: The Fire",
        "Chapter Twenty-One — The Fire",
        "**Chapter 3**",
        "Part II",
        "Book the First",
        "Prologue",
        "EPILOGUE",
        "Appendix A",
    ],
)
def test_headings(heading: str) -> None:
    text = f"He slept.\n\n{heading}{BODY}"
    first, second = chapters(document(text))
    assert first.title == ""
    assert second.text.startswith(heading)
    assert second.title in heading
    assert [chunk.text for chunk in chunks(second)] == ["It rained."]


@pytest.mark.parametrize(
    "line",
    [
        "#hashtag",
        "    # indented code",
        "Chapter 12 was the worst of all.",
        "Chapter 3. He went home.",
        "Part of the roof fell.",
        "Part of it",
        "Introduction to the guests",
        "1. Buy milk",
        "1\n\n3",
        "1. Buy milk\n\n2. Buy bread",
        "1944",
        "STOP!",
        "“FIRE,”",
        "THE ONLY LINE IN CAPITALS",
        "* * *",
        "# " * 150,
        "He left.\n---",
        "We read\nChapter 3\nlast night.",
        "Chapter 1\nChapter 2\nChapter 3",
        "```\n# comment\n```",
    ],
)
def test_what_is_no_heading(line: str) -> None:
    assert titles(f"He slept.\n\n{line}{BODY}") == ["story"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1. The Fire{b}2. The Flood{b}3. The End{b}", ["1. The Fire", "2. The Flood", "3. The End"]),
        ("I{b}II{b}III{b}IV{b}", ["I", "II", "III", "IV"]),
        ("1 Setting{b}1.1 Place{b}1.2 Time{b}2 Plot{b}", ["1 Setting", "1.1 Place", "1.2 Time", "2 Plot"]),
        ("It began.{b}THE FIRE{b}THE FLOOD{b}", ["", "THE FIRE", "THE FLOOD"]),
        ("PART II\n\nCHAPTER IV\n\nTHE FIRE{b}", ["PART II: CHAPTER IV: THE FIRE"]),
        ("CHAPTER IV\n\nTHE FIRE{b}CHAPTER V\n\nASHES{b}", ["CHAPTER IV: THE FIRE", "CHAPTER V: ASHES"]),
        ("THE LONG NIGHT\n\nCHAPTER I{b}CHAPTER II{b}", ["THE LONG NIGHT: CHAPTER I", "CHAPTER II"]),
        ("# My Story\n\n## One{b}## Two{b}", ["One", "Two"]),
        ("# My Story\n\nOnce.\n\n## One{b}", ["My Story", "One"]),
        ("## One\n\n## Two{b}", ["One", "Two"]),
        ("Chapter 1{b}NO ENTRY{b}KEEP OUT{b}Chapter 2{b}", ["Chapter 1", "Chapter 2"]),
    ],
)  # fmt: skip
def test_series_of_headings(text: str, expected: list[str]) -> None:
    assert titles(text.format(b=BODY)) == expected


def test_without_headings_there_is_one_chapter_and_without_text_none() -> None:
    (only,) = chapters(document("It rained.\n"))
    assert (only.title, only.start, only.end, only.index) == ("story", 0, 11, 1)
    assert chapters(document(" \n\n ")) == []
    assert chapters(document("")) == []


def test_a_pattern_replaces_the_rules() -> None:
    text = "Day 1\nIt rained.\n\n# Not a heading\n\nDay 2\nSun."
    found = chapters(document(text), r"^Day \d+$")
    assert [chapter.title for chapter in found] == ["Day 1", "Day 2"]
    assert [chunk.text for chapter in found for chunk in chunks(chapter)] == [
        "It rained.",
        "# Not a heading",
        "Sun.",
    ]
    assert [chapter.title for chapter in chapters(document(text), "^$")] == ["story"]
    with pytest.raises(InputError, match="not a regular expression"):
        chapters(document(text), "(")


def test_a_pattern_that_searches_for_ever_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gsw_graph.text.headings.PATTERN_SECONDS", 0.5)
    with pytest.raises(InputError, match="more than 0.5 seconds"):
        chapters(document("a" * 80 + "!"), "(a|aa)+$")


@pytest.mark.parametrize("pattern", ["(a+)+$", r"^(\w+\s?)*$", "(?i)^(x|x)*y$"])
def test_a_repetition_inside_a_repetition_ends_soon(pattern: str) -> None:
    started = time.monotonic()
    for text in ("a" * 5000 + "!", "word " * 1000 + "!", "x" * 5000):
        with suppress(InputError):
            chapters(document(text), pattern)
    assert time.monotonic() - started < 20


# Chunks


def test_chunks_are_up_to_three_sentences_of_one_paragraph() -> None:
    text = "One came. Two went. Three slept. Four woke.\n\nFive ran."
    assert texts(text) == ["One came. Two went. Three slept.", "Four woke.", "Five ran."]
    (chapter,) = chapters(document(text))
    assert [chunk.text for chunk in chunks(chapter, size=1)][:2] == ["One came.", "Two went."]
    assert [chunk.index for chunk in chunks(chapter)] == [0, 1, 2]
    with pytest.raises(ValueError, match="at least 1"):
        chunks(chapter, size=0)


def test_wrapped_lines_are_one_paragraph_and_long_lines_are_one_each() -> None:
    assert texts("She ran to\nthe harbour.\nHe slept.") == ["She ran to\nthe harbour.\nHe slept."]
    long = "The ship that had left the harbour in the morning with all of its crew and " * 2 + "its cargo sank."
    assert texts(f"{long}\nHe slept.") == [long, "He slept."]


def test_a_chunk_does_not_depend_on_what_is_around_its_paragraph() -> None:
    paragraph = "Irene saw it. “Who is there?” asked Mr. Ahn. Nobody answered. The lamp went out"
    alone = texts(paragraph)
    assert texts(f"Before.\n\n{paragraph}\n\nAfter it. All was still.")[1:-1] == alone


@pytest.mark.parametrize(
    "text",
    [
        *("x" * 10_000, "a" + " " * 20_000 + "b", "(" * 10_000, "'s" * 5_000, "。" * 5_000),
        *("\n" * 20_000 + "end", "a " * 5_000, "( " * 5_000, "# " * 5_000, "* " * 5_000 + "x\n" * 5_000),
    ],
)
def test_no_place_to_split_ends_within_a_second(text: str) -> None:
    sentences("Load the recogniser.")
    begun = time.perf_counter()
    found = all_chunks(text)
    assert time.perf_counter() - begun < 1
    assert "".join("".join(chunk.text.split()) for chunk in found) == "".join(text.split())
    assert max(len(chunk.text) for chunk in found) <= MAX_CHARACTERS


def test_long_sentences_are_cut_at_white_space() -> None:
    found = texts("word " * 1_000 + "end.")
    assert len(found) == 3
    assert all(set(part.split()) <= {"word", "end."} for part in found)


def test_uids_differ_between_documents_of_the_same_text() -> None:
    text = "One came. Two went. Three slept. Four woke."
    uids = [
        chunk.uid
        for key in ("a.txt", "b.txt", "c.txt")
        for chapter in chapters(document(text, key))
        for chunk in chunks(chapter)
    ]
    assert len(uids) == 6
    assert len(set(uids)) == 6


PIECES = st.sampled_from(
    [
        *("He left. ", "“Go!” she said. ", "\n", "\n\n", " ", "# One\n", "\n\nChapter 2\n\n", "FIRE NOW\n\n"),
        *("Dr. No", "1. A", "x" * 130, "今天。", "好！", "...", "\t", "- item\n", "—", "\u2028", "\u00a0"),
        *("```\n", "===\n", "()", "I\n\n", "e\u0301", "\U0001f600"),
    ]
)
TEXT = st.one_of(st.lists(PIECES, max_size=40).map("".join), st.text(st.characters(codec="utf-8"), max_size=200))


@settings(max_examples=300, deadline=None)
@given(TEXT)
def test_chapters_cover_the_text_and_chunks_cover_their_bodies(text: str) -> None:
    found = chapters(document(text))
    assert "".join(chapter.text for chapter in found) == (text if text.strip() else "")
    for chapter in found:
        assert chapter.text == text[chapter.start : chapter.end]
        assert chapter.start <= max(chapter.body, chapter.start) <= chapter.end
        check_chunks(text, chapter)
    assert found == chapters(document(text))


def check_chunks(text: str, chapter: Chapter) -> None:
    body = max(chapter.body, chapter.start)
    covered = body
    for chunk in chunks(chapter):
        assert chunk.text == text[chunk.start : chunk.end]
        assert chunk.text == chunk.text.strip() != ""
        assert not text[covered : chunk.start].strip()
        assert covered <= chunk.start < chunk.end <= chapter.end
        assert len(chunk.text) <= MAX_CHARACTERS
        covered = chunk.end
    assert not text[covered : chapter.end].strip()


@settings(max_examples=200, deadline=None)
@given(TEXT)
def test_sentences_cover_a_text_in_order(text: str) -> None:
    found = sentences(text)
    ends = [0, *(end for _, end in found)]
    starts = [*(start for start, _ in found), len(text)]
    assert all(not text[end:start].strip() for end, start in zip(ends, starts, strict=True))
    assert all(end <= start for end, start in zip(ends, starts, strict=True))
    assert all(text[start:end].strip() == text[start:end] != "" for start, end in found)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.sampled_from(["She left.", "Mr. Ahn saw it.", "The gate closed."]), min_size=1, max_size=12))
def test_a_chunk_has_at_most_three_sentences(parts: list[str]) -> None:
    text = " ".join(parts)
    whole = sentences(text)
    for chunk in all_chunks(text):
        inside = [span for span in whole if chunk.start <= span[0] < chunk.end]
        assert 1 <= len(inside) <= 3
        assert inside[-1][1] == chunk.end
