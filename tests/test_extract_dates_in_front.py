"""Dates that open a sentence or clause without a comma, and the names behind them."""

from collections.abc import Iterator

import pytest

from conftest import Neo4j, open_workspace
from extract_reading import read
from gsw_graph.dates import find_dates
from gsw_graph.extract.opening_dates import dates_with_commas, understood_commas, with_commas
from gsw_graph.extract.parse import Parser
from gsw_graph.language import pipeline
from gsw_graph.text import from_text
from gsw_graph.workspace import Workspace

PARSER = Parser(pipeline())
DATES = (
    "On 4 July 2018",
    "On July 4, 2018",
    "On 2018-07-04",
    "On the 4th of July 2018",
    "On the morning of 4 July 2018",
    "On the evening of Monday, 3 May 2020",
    "At noon on 3 May 2020",
    "At 10 a.m. on 3 May 2020",
    "On 3 May 2020 at 10 a.m.",
    "In Ghent on 3 May 2020",
    "At the clinic on 3 May 2020",
    "In March 2019",
    "Early in 2019",
    "In 2019",
    "In 2018 and 2019",
    "In May",
    "In the spring of 2019",
    "In the 1990s",
    "From 2014 to 2016",
    "By 2019",
    "During 2015",
    "On Christmas Day 2019",
    "On Monday",
    "On Friday night",
    "4 July 2018",
    "Last Friday",
    "This morning",
    "Yesterday",
    "The next morning",
    "Two days later",
)
LETTERS = """The chemist lived in Antwerp. On 5 February 2014 Tobias Renn travelled from Antwerp to Gdansk. Krol \
questioned him at the Hotel Baltyk in Gdansk on 7 February 2014.

On 10 February 2014 Maria Solano handed the ledger to Hannah Krol in Brussels.

On 4 July 2018 Ewa Lis met Robert Lind in Brussels."""
SUBJECTS = ("Ewa Lis", "Krol", "Marsh", "the chemist", "she", "I", "Dr. Ewa Lis", "Ewa Lis and Tobias Renn")


@pytest.mark.parametrize("date", DATES)
@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_comma_is_understood_behind_a_date_in_front(date: str, subject: str) -> None:
    text = f"{date} {subject} met Hannah Krol in Brussels."
    assert understood_commas(text) == [len(date)]
    assert understood_commas(with_commas(text, [len(date)])) == []
    assert understood_commas(f"Robert Lind slept. {text}") == [len("Robert Lind slept. ") + len(date)]


@pytest.mark.parametrize(
    "text",
    [
        "On 4 July 2018, Ewa Lis met Hannah Krol.",
        "On 4 July 2018.",
        "On 4 July 2018 at the Custom House.",
        "On 4 July Street they met.",
        "On Monday's agenda stood a trial.",
        "In 2018 dollars, the fee was high.",
        "In 2019 when Krol left, it rained.",
        "The day Krol died was cold.",
        "The morning Krol rang was cold.",
        "The day after Krol rang was cold.",
        "The 2018 Krol report was published.",
        "The summer of 1997 was cold.",
        "Last year was cold.",
        "Wednesday Addams met Ewa Lis.",
        "April Ryan met May Lin.",
        "In Brussels Ewa Lis met Hannah Krol.",
        "In Brussels Krol met on 4 July 2018 Ewa Lis.",
        "In anger Krol left on 4 July 2018 Ghent.",
        "Ewa Lis left in 2018 Ghent's last boat.",
        "",
    ],
)
def test_no_comma_is_understood(text: str) -> None:
    assert understood_commas(text) == []


@pytest.mark.parametrize("date", DATES)
@pytest.mark.parametrize("subject", ["Ewa Lis", "Krol", "the chemist"])
def test_who_does_it_and_when_is_the_same_with_and_without_a_comma(date: str, subject: str) -> None:
    without, within = (read(f"{date}{comma} {subject} met Robert Lind in Brussels.") for comma in ("", ","))
    assert {("meet", "agent", subject), ("meet", "patient", "Robert Lind")} <= without.events()
    assert without.events() == within.events()
    for kind in ("time", "space"):
        assert without.coupled(kind) == within.coupled(kind)
        assert {subject, "Robert Lind", "meet"} in [
            members for (_, source), members in without.coupled(kind).items() if source == "explicit"
        ]


@pytest.mark.parametrize(
    ("text", "date", "place", "members"),
    [
        ("On 4 July 2018 Tobias Renn signed a contract in Oslo.", "4 July 2018", "Oslo", {"Tobias Renn", "sign"}),
        (
            "On 4 May 2019 Irene Marsh met Robert Lind at the Custom House",
            "4 May 2019",
            "Custom House",
            {"Irene Marsh", "Robert Lind", "meet"},
        ),
        (
            "Ewa Lis slept in Oslo.\n\nOn 10 February 2014 Maria Solano handed the ledger to Hannah Krol in Brussels.",
            "10 February 2014",
            "Brussels",
            {"Maria Solano", "Hannah Krol", "hand"},
        ),
        ("In 2018 Krol was born in Oslo.", "2018", "Oslo", {"Krol", "bear"}),
        (
            "On 12 June 2017 police arrested Robert Lind in Oslo.",
            "12 June 2017",
            "Oslo",
            {"the police", "Robert Lind", "arrest"},
        ),
        ("A week later the chemist died in Oslo.", "A week later", "Oslo", {"the chemist", "die"}),
        (
            "Ewa Lis left Ghent; on 4 July 2018 Tobias Renn met Robert Lind in Oslo.",
            "4 July 2018",
            "Oslo",
            {"Tobias Renn", "Robert Lind", "meet"},
        ),
        (
            "Ewa Lis left Ghent and on 4 July 2018 Tobias Renn met Robert Lind in Oslo.",
            "4 July 2018",
            "Oslo",
            {"Tobias Renn", "Robert Lind", "meet"},
        ),
        (
            "“On 4 July 2018 Ewa Lis met Robert Lind in Oslo,” said Tobias Renn.",
            "4 July 2018",
            "Oslo",
            {"Ewa Lis", "Robert Lind", "meet"},
        ),
    ],
)
def test_what_shares_the_date_and_the_place(text: str, date: str, place: str, members: set[str]) -> None:
    found = read(text)
    assert found.coupled("time")[date, "explicit"] == members
    assert found.coupled("space")[place, "explicit"] == members


def test_dates_of_several_sentences_stay_apart() -> None:
    times = read(
        "The chemist lived in Antwerp. On 5 February 2014 Tobias Renn travelled from Antwerp to Gdansk. "
        "Krol questioned him at the Hotel Baltyk in Gdansk on 7 February 2014."
    ).coupled("time")
    assert times["5 February 2014", "explicit"] == {"Tobias Renn", "travel"}
    assert times["7 February 2014", "explicit"] == {"Tobias Renn", "Krol", "question"}


@pytest.mark.parametrize("date", DATES)
def test_the_text_and_its_offsets_stay_as_they_are(date: str) -> None:
    text = f"It rained.\n{date} Ewa Lis met Krol.  {date} she left; and on 5 July 2018 Krol died."
    parse = PARSER.one(text)
    assert len(understood_commas(text)) == len(parse.commas) == 3
    assert parse.text == text
    assert [text[start:end] for start, end in zip(parse.starts, parse.ends, strict=True)] == parse.words
    assert "".join("".join(parse.words).split()) == "".join(text.split())
    assert [token for first, end in parse.sents for token in range(first, end)] == list(range(len(parse)))
    for span in dates_with_commas(text):
        assert text[span.start : span.end] == span.phrase
    assert {span.phrase for span in find_dates(text)} <= {span.phrase for span in dates_with_commas(text)}


@pytest.fixture(scope="module")
def letters(neo4j_server: Neo4j) -> Iterator[Workspace]:
    """Yield a workspace that holds a few such sentences; the tests only read it."""
    opened = open_workspace(neo4j_server, "dates in front")
    try:
        opened.add(from_text(LETTERS, key="letters"))
        yield opened
    finally:
        opened.clear()


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("When did Tobias Renn travel to Gdansk?", "5 February 2014"),
        ("Who met Robert Lind?", "Ewa Lis"),
        ("Where was Ewa Lis on 4 July 2018?", "Brussels"),
        ("When did Maria Solano hand the ledger to Hannah Krol?", "10 February 2014"),
    ],
)
def test_what_they_say_is_answered(letters: Workspace, question: str, answer: str) -> None:
    assert list(letters.ask(question).items) == [answer]
