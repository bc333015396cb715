"""What a question asks for and what it says, read without a graph: in many wordings."""

import pytest

from gsw_graph.answer.phrases import content_phrases, names_place, names_somebody
from gsw_graph.answer.question import Order, Question, Span, read_question
from gsw_graph.answer.vocabulary import Want, names_occasion

NAMES = ("Ana Ortiz", "Bo Lindqvist", "Mill Bay")


def said(question: Question) -> list[str]:
    """Return the content phrases of a question about the people and places of these tests."""
    covered = [span for span, _ in question.dates]
    for name in NAMES:
        at = question.text.find(name)
        covered += [Span(at, at + len(name), name)] if at >= 0 else []
    return [span.text for span in content_phrases(question, covered)]


@pytest.mark.parametrize(
    ("text", "want", "order"),
    [
        ("At Mill Bay who was there?", "actor", ""),
        ("places: Ana Ortiz, 9 June 2021", "place", ""),
        ("dates for Mill Bay?", "date", ""),
        ("Ana Ortiz's latest place?", "place", "latest"),
        ("Would you name the persons who turned up at Mill Bay?", "actor", ""),
        ("Please say on which days the regatta was held.", "date", ""),
        ("Of all the places Ana Ortiz visited, which is the newest?", "place", "latest"),
        ("Where has Ana Ortiz been, from first to last?", "place", "chronological"),
        ("Give me the dates of her trips, earliest first.", "date", "chronological"),
        ("Was it Ana Ortiz who sold the ledger?", "yes_no", ""),
        ("Could you tell me what went on at Mill Bay?", "event", ""),
        ("What was this person up to at Mill Bay?", "event", ""),
        ("I'm drawing a map. At which places did anything happen in May 2021?", "place", ""),
        ("Recall what happened at Mill Bay and list only who else was there.", "actor", ""),
        ("Say what happened, rather than who was there or where it was.", "event", ""),
        ("Without describing anything, give all locations.", "place", ""),
        ("Name the keeper of the lighthouse.", "actor", ""),
        ("Which woman was head of security?", "actor", ""),
        ("Everything about Ana Ortiz at Mill Bay", "event", ""),
        ("Who was there in the last week of May 2021?", "actor", ""),
        ("Was Ana Ortiz at Mill Bay in the story's timeline?", "yes_no", ""),
    ],
)
def test_the_slot_and_the_order_hold_in_other_words(text: str, want: Want, order: Order) -> None:
    read = read_question(text)
    assert (read.want, read.order) == (want, order)


@pytest.mark.parametrize(
    ("text", "counted", "main"),
    [
        ("How many people were at Mill Bay?", True, False),
        ("What is the number of regattas?", True, False),
        ("Who was at Mill Bay?", False, False),
        ("List the protagonists of the regatta.", False, True),
        ("Who is the central figure at Mill Bay?", False, True),
        ("Where is the main quay?", False, False),
    ],
)
def test_how_many_and_the_main_person_are_told_from_all(text: str, counted: bool, main: bool) -> None:
    read = read_question(text)
    assert (read.counted, read.main_only) == (counted, main)


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        ("When did Ana Ortiz take part in the Spring Regatta?", ["Spring Regatta"]),
        ("Spring Regatta at Mill Bay: who?", ["Spring Regatta"]),
        ("Where was the photography show that Ana Ortiz went to?", ["photography show"]),
        ("quiz evenings, which dates?", ["quiz evenings"]),
        ("Please list the venues that Ana Ortiz visited, oldest first.", []),
        ("people active at Mill Bay on 9 June 2021?", []),
        ("Tell me all about Ana Ortiz.", []),
        ("When did Ana Ortiz join the Feast of Lanterns?", ["Feast of Lanterns"]),
        ("Did Mill Bay host Ana Ortiz?", []),
        ("Who gave evidence at the hearing?", ["evidence", "hearing"]),
    ],
)
def test_only_words_of_the_matter_are_content(text: str, phrases: list[str]) -> None:
    assert said(read_question(text)) == phrases


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("Who was at the Quiz Night on 3 May 2021?", ["3 May 2021"]),
        ("Who was out on the night of 3 May 2021?", ["the night of 3 May 2021"]),
        ("Who was there between May and July 2024?", ["between May and July 2024"]),
        ("What did she do before 2025?", ["before 2025"]),
    ],
)
def test_dates_end_where_names_begin(text: str, dates: list[str]) -> None:
    assert [span.text for span, _ in read_question(text).dates] == dates


@pytest.mark.parametrize(
    ("phrase", "somebody", "place", "occasion"),
    [
        ("Oskar Bellamy", True, False, False),
        ("Harwick Museum", False, True, False),
        ("Winter Fair", False, False, True),
        ("bookbinding workshops", False, False, True),
        ("coding marathon", False, False, True),
        ("red coat", False, False, False),
    ],
)
def test_unknown_phrases_are_told_apart(phrase: str, somebody: bool, place: bool, occasion: bool) -> None:
    question = read_question(f"Who else met {phrase} that day?")
    at = question.text.index(phrase)
    span = Span(at, at + len(phrase), phrase)
    assert names_somebody(question, span) == somebody
    assert names_place(question, span) == place
    assert names_occasion(phrase) == occasion
