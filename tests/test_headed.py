"""What stands under a date happens on it."""

import pytest

from gsw_graph import text
from gsw_graph.headed import with_heading_date
from gsw_graph.workspace import Workspace

DIARY = """# Diary of Lena Morrow

## 2 June 2021

Kofi Asante and Ana Ruiz went to Mill Bay. Yesterday they were so happy.

## 8 July 2021

Kofi Asante sang at Mill Bay.
"""


def test_the_date_of_a_heading_is_a_chunk_of_its_own() -> None:
    document = text.from_text(DIARY, key="diary.md")
    for chapter in text.chapters(document):
        body = text.chunks(chapter)
        chunks = with_heading_date(chapter, body)
        if "2021" in chapter.title:
            assert document.text[chunks[0].start : chunks[0].end] == chunks[0].text == chapter.title
            assert [chunk.index for chunk in chunks] == list(range(len(body) + 1))
        else:
            assert chunks == body


@pytest.mark.parametrize("heading", ["Chapter 3: The Ledger", "Summer 1987", "Yesterday", "Part II"])
def test_only_a_day_dates_a_chapter(heading: str) -> None:
    document = text.from_text(f"## {heading}\n\nKofi Asante sang.", key="a.md")
    (chapter,) = text.chapters(document)
    assert with_heading_date(chapter, text.chunks(chapter)) == text.chunks(chapter)


def test_a_diary_is_answered_by_its_days(workspace: Workspace) -> None:
    workspace.add_text(DIARY, key="diary.md")
    assert {"2 June 2021", "8 July 2021"} <= set(workspace.ask("When was Kofi Asante at Mill Bay?").items)
    assert workspace.ask("When did Kofi Asante sing?").items == ("8 July 2021",)
    (event,) = workspace.ask("What happened on 8 July 2021?").items
    assert event == "sing at Mill Bay"
