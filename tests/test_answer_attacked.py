"""Questions that drew confident wrong answers once: from texts that deny, cancel, compare, report and mix people up."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import Neo4j, open_workspace
from gsw_graph.workspace import Workspace

TEXTS = Path(__file__).parent / "data" / "attacked"


@pytest.fixture(scope="module")
def attacked(neo4j_server: Neo4j) -> Iterator[Workspace]:
    with open_workspace(neo4j_server, "attacked") as workspace:
        assert {report.status for report in workspace.ingest(TEXTS)} == {"done"}
        yield workspace
        workspace.clear()


@pytest.mark.parametrize(
    "question",
    [
        # another did it
        "Did Sam Holt fire Joel Barr?",
        "Did Dara Quill question Grace Tallis?",
        "Where did Helen Marsh arrest Simms?",
        "When did Helen Marsh arrest Grace Tallis?",
        "Did Anna Lund chair the meeting on 9 February 2025?",
        "Did Milo Stern chair the meeting on 9 February 2025?",
        "What did Ravi Menon shoot?",
        # something else was given, brought, shown or opened
        "Who gave Anna Lund the book?",
        "Who was given the map?",
        "Who brought the key to the Custom Hall?",
        "Who showed Anna Lund the diary?",
        "Did Milo Stern open the Old School?",
        # who was there did not do it
        "Who started the fire?",
        "Who set the fire?",
        "Who took the silver key?",
        "Who opened the clock?",
        "Who presented the medal?",
        "Who organised the regatta?",
        "Who joined the committee?",
        # it was compared with, put off, called off, or never held
        "Where was the regatta in 2024?",
        "Was Ina Bright at the regatta?",
        "When was the harvest supper?",
        "Was Anna Lund at the harvest supper?",
        "Was Priya Nair at the fire drill?",
        # measures, and numbers of what is not counted
        "How old is Tess Arden?",
        "How long did Tess Arden stay?",
        "How many boats were there at the Penrow Regatta?",
        "How many hoses did Dara Quill use?",
        "How many treasurers were there?",
        "How much did Ravi Menon save?",
        # nobody of that name
        "WHERE WAS JOAN TALLIS ON 3 MARCH 2024?",
        "who was with nigel marsh at the custom hall",
        # false friends, and the contrary preposition
        "Was Ravi Menon indicted?",
        "Who voted for the loan?",
        # another language
        "Кто арестовал Owen Tallis?",
        "Wer hat Owen Tallis verhaftet?",
    ],
)
def test_what_the_texts_do_not_say_is_not_answered(attacked: Workspace, question: str) -> None:
    answer = attacked.ask(question)
    assert (answer.items, answer.abstained) == ((), True)


@pytest.mark.parametrize(
    ("question", "items"),
    [
        ("Did Lena Fox fire Joel Barr?", ["yes"]),
        ("Did Helen Marsh question Grace Tallis?", ["yes"]),
        ("Did Bert Oakes chair the meeting on 9 February 2025?", ["yes"]),
        ("Who gave Anna Lund the key?", ["Milo Stern"]),
        ("When was the regatta?", ["6 July 2025"]),
        ("Where was the regatta?", ["Mill Bay"]),
        ("Who was sacked?", ["Joel Barr"]),
        ("Who voted against the loan?", ["Milo Stern"]),
        ("Did Milo Stern vote against the loan?", ["yes"]),
        ("Who was given a medal?", ["Constable Reed"]),
        ("Who won the rowing race?", ["Dara Quill"]),
        ("Who sold tea?", ["Grace Tallis"]),
        ("Was Milo Stern elected treasurer?", ["yes"]),
        ("Who called Priya Nair?", ["Technician Sam Holt"]),
        ("How many people were arrested?", ["2"]),
        ("WHERE WAS GRACE TALLIS ON 3 MARCH 2024?", ["Penrow Boatyard"]),
    ],
)
def test_what_they_say_still_is(attacked: Workspace, question: str, items: list[str]) -> None:
    assert list(attacked.ask(question).items) == items


def test_a_month_is_no_march(attacked: Workspace) -> None:
    assert "March" not in attacked.ask("What happened on 9 March 2025?").items


def test_no_more_chapters_are_drawn_on_than_allowed(attacked: Workspace) -> None:
    assert len(attacked.ask("How many people were arrested?").chapters) == 2
    assert len(attacked.ask("How many people were arrested?", max_chapters=1).chapters) == 1


def test_a_silence_says_what_is_not_held(attacked: Workspace) -> None:
    said = attacked.ask("Where was Joan Tallis at the masked ball on 3 March 1850?").text
    assert "nothing by the name of Joan Tallis" in said
    assert "nothing of the date 3 March 1850" in said
    assert "No passage was found for masked ball" in said


def test_what_is_said_again_and_again_is_looked_for_once(attacked: Workspace) -> None:
    once = attacked.ask("When was Owen Tallis at the regatta?")
    assert attacked.ask("When was Owen Tallis at the regatta? " * 9).cues == once.cues
