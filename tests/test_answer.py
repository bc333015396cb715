"""Answers read off a real graph, on a text small enough to know by heart."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import Neo4j, open_workspace
from fakes import WordLengths
from gsw_graph.answer.items import date_words
from gsw_graph.answer.question import Order, read_question
from gsw_graph.answer.summaries import Summary, within_budget
from gsw_graph.answer.vocabulary import Want
from gsw_graph.errors import ConfigError, InputError
from gsw_graph.language import count_tokens
from gsw_graph.workspace import Workspace

TEXT = Path(__file__).parent / "data" / "harbour.md"


@pytest.fixture(scope="module")
def harbour(neo4j_server: Neo4j) -> Iterator[Workspace]:
    with open_workspace(neo4j_server, "harbour") as workspace:
        assert [report.status for report in workspace.ingest(TEXT)] == ["done"]
        yield workspace
        workspace.clear()


@pytest.mark.parametrize(
    ("question", "want", "order"),
    [
        ("Who was at Mill Bay?", "actor", ""),
        ("Who is Ana Ortiz?", "identity", ""),
        ("What is the role of Ana Ortiz?", "identity", ""),
        ("Where did Ana Ortiz meet Bo Lindqvist?", "place", ""),
        ("When was Ana Ortiz last at Quarry House?", "date", "latest"),
        ("What did Ana Ortiz do first?", "event", "first"),
        ("Was Ravi Menon at Quarry House?", "yes_no", ""),
        ("List all dates on which a race was held, in order.", "date", "chronological"),
        ("Name the people who were there.", "actor", ""),
        ("Think of the regatta. Give every location, without naming the events.", "place", ""),
    ],
)
def test_what_a_question_asks_for(question: str, want: Want, order: Order) -> None:
    read = read_question(question)
    assert (read.want, read.order) == (want, order)


@pytest.mark.parametrize(
    ("question", "items"),
    [
        ("Where was Ana Ortiz on 9 June 2021?", ["Mill Bay"]),
        ("When did Ana Ortiz meet Bo Lindqvist?", ["3 May 2021"]),
        ("When was Ana Ortiz at Quarry House?", ["3 May 2021", "20 August 2021"]),
        ("When was Ana Ortiz last at Quarry House?", ["20 August 2021"]),
        ("When was Ana Ortiz first at Quarry House?", ["3 May 2021"]),
        ("Who gave the ledger to Ana Ortiz?", ["Bo Lindqvist"]),
        ("To whom did Bo Lindqvist give the ledger?", ["Ana Ortiz"]),
        ("Who arrested Ravi Menon?", ["Lena Vogt"]),
        ("Who is the keeper of the lighthouse?", ["Ana Ortiz"]),
        ("who was at quarry house in may 2021?", ["Ana Ortiz", "Bo Lindqvist"]),
    ],
)
def test_items_come_off_the_graph(harbour: Workspace, question: str, items: list[str]) -> None:
    answer = harbour.ask(question)
    assert sorted(item.removeprefix("Inspector ") for item in answer.items) == sorted(items)
    assert not answer.abstained


@pytest.mark.parametrize(
    ("question", "items"),
    [
        ("Where did the regatta take place?", ["Mill Bay"]),
        ("dates: Ana Ortiz at Quarry House", ["3 May 2021", "20 August 2021"]),
        ("Please list the venues that Ana Ortiz visited, oldest first.", ["Quarry House", "Mill Bay"]),
        ("Ana Ortiz's latest place?", ["Quarry House"]),
        ("Who was the protagonist at Quarry House?", ["Ana Ortiz"]),
        ("Apart from Ana Ortiz, who was at Quarry House in May 2021?", ["Bo Lindqvist"]),
        ("How many times was Ana Ortiz at Quarry House?", ["2"]),
        ("How many people were arrested?", ["1"]),
        ("When was Ravi Menon taken into custody?", ["9 June 2021"]),
        ("Who handed over the ledger?", ["Bo Lindqvist"]),
        ("Was it Bo Lindqvist who gave the ledger to Ana Ortiz?", ["yes"]),
        ("Name the keeper of the lighthouse.", ["Ana Ortiz"]),
        ("Which woman is the keeper of the lighthouse?", ["Ana Ortiz"]),
        ("When was the auction at Quarry House?", ["20 August 2021"]),
        ("Where was the auction held?", ["Quarry House"]),
        ("What was Ana Ortiz doing the last time she was seen?", ["sell the ledger at Quarry House"]),
        ("whr was Ana Ortiz on 9 June 2021 plz", ["Mill Bay"]),
    ],
)
def test_the_same_is_found_in_other_words(harbour: Workspace, question: str, items: list[str]) -> None:
    assert list(harbour.ask(question).items) == items


def test_what_was_not_looked_for_is_said(harbour: Workspace) -> None:
    answer = harbour.ask("For an index of persons, who was at Mill Bay on 9 June 2021?")
    assert answer.notes == ("Not looked for: index.",)
    assert set(answer.items) >= {"Ana Ortiz", "Ravi Menon"}
    assert harbour.ask("Where was the red coat on 9 June 2021?").abstained, "that is asked about"


def test_what_took_place_comes_with_the_sentence_that_names_it(harbour: Workspace) -> None:
    answer = harbour.ask("What happened at Mill Bay?")
    assert answer.items[0] == "regatta"
    [named] = [one for one in answer.evidence if one.item == "regatta"]
    assert named.quote == "The regatta took place at Mill Bay on 9 June 2021."
    assert TEXT.read_text(encoding="utf-8")[named.start : named.end] == named.quote


@pytest.mark.parametrize(
    "question",
    [
        "Who was at Mill Bay Yard?",
        "Where was the funeral?",
        "When did Ana Ortiz purchase the ledger?",
        "When was the regatta at Quarry House?",
        "Was it Ravi Menon who gave the ledger to Ana Ortiz?",
        "Did Lena Vogt sell the ledger?",
        "How many people were shot?",
        "When was Bo Lindqvist taken into custody?",
    ],
)
def test_other_words_for_something_else_find_nothing(harbour: Workspace, question: str) -> None:
    assert harbour.ask(question).abstained


@pytest.mark.parametrize(
    ("question", "missing"),
    [
        ("Where was Oskar Bellamy on 9 June 2021?", "Oskar Bellamy"),
        ("When was Bo Lindqvist at Mill Bay?", "No passage holds all"),
        ("Who sold the lighthouse?", ""),
        ("Who was at Quarry House on 1 January 1999?", "1 January 1999"),
        ("Was Ravi Menon at Quarry House?", "No passage holds all"),
        ("?", ""),
    ],
)
def test_silence_has_no_items(harbour: Workspace, question: str, missing: str) -> None:
    answer = harbour.ask(question)
    assert answer.abstained
    assert not answer.items
    assert not answer.evidence
    assert answer.text.startswith("The workspace does not say.")
    assert missing in answer.text


def test_each_item_has_a_quoted_sentence(harbour: Workspace) -> None:
    answer = harbour.ask("When was Ana Ortiz at Quarry House?")
    text = TEXT.read_text(encoding="utf-8")
    assert [e.item for e in answer.evidence] == list(answer.items)
    for evidence in answer.evidence:
        assert text[evidence.start : evidence.end] == evidence.quote
        assert evidence.item in evidence.quote
    assert {e.chapter for e in answer.evidence} == {1, 3}


def test_an_answer_names_what_it_rests_on(harbour: Workspace) -> None:
    answer = harbour.ask("Where was Ana Ortiz on 9 June 2021?")
    [place] = answer.entities
    assert {statement.type for statement in answer.statements} == {"NAMED"}
    assert all(statement.end == place and statement.current for statement in answer.statements)


def test_yes_comes_with_its_sentence(harbour: Workspace) -> None:
    answer = harbour.ask("Was Ana Ortiz at Mill Bay?")
    assert answer.text.startswith("Yes: ")
    assert answer.evidence


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("Did Ana Ortiz sell the ledger?", "yes"),
        ("Was Ravi Menon arrested by Lena Vogt?", "yes"),
        ("Did Bo Lindqvist see Ana Ortiz?", "no"),
        ("Was Ana Ortiz at Mill Bay on 9 June 2021?", "yes"),
    ],
)
def test_yes_and_no_are_read_off_events_and_couplings(harbour: Workspace, question: str, verdict: str) -> None:
    answer = harbour.ask(question)
    assert answer.items == (verdict,)
    assert answer.evidence


@pytest.mark.parametrize(
    ("question", "event"),
    [
        ("What did Ana Ortiz do on 20 August 2021?", "sell the ledger"),
        ("What happened on 3 May 2021?", "give the ledger"),
        ("What did Bo Lindqvist give to Ana Ortiz?", "give the ledger"),
    ],
)
def test_events_are_told_in_their_words(harbour: Workspace, question: str, event: str) -> None:
    assert any(item.startswith(event) for item in harbour.ask(question).items)


def test_a_name_alone_asks_who_it_is(harbour: Workspace) -> None:
    assert "harbour master" in harbour.ask("ana ortiz").items


def test_a_denied_event_answers_nothing(harbour: Workspace) -> None:
    assert harbour.ask("Who saw Ana Ortiz?").items == ()


def test_budget_cuts_the_context_but_not_the_items(harbour: Workspace) -> None:
    wide = harbour.ask("When was Ana Ortiz at Quarry House?")
    narrow = harbour.ask("When was Ana Ortiz at Quarry House?", max_tokens=1)
    assert wide.items == narrow.items
    assert wide.context
    assert narrow.context == ()
    assert wide.tokens_in == count_tokens(wide.question) + sum(map(count_tokens, wide.context))


def test_summaries_are_kept_and_follow_a_change(harbour: Workspace) -> None:
    harbour.ask("Where was Ana Ortiz on 9 June 2021?")
    before = harbour.graph.run("read/counts", workspace=harbour.name, label="Summary")[0]["nodes"]
    harbour.ask("Where was Ana Ortiz on 9 June 2021?")
    assert harbour.graph.run("read/counts", workspace=harbour.name, label="Summary")[0]["nodes"] == before > 0


def test_budget_takes_the_best_that_fit() -> None:
    summaries = [
        Summary("c1", "a", "one two three", 0.9),
        Summary("c2", "a", "one", 0.8),
        Summary("c1", "b", "two", 0.7),
    ]
    tokens = count_tokens("one two three")
    assert [s.text for s in within_budget(summaries, tokens, 0)] == ["one two three"]
    assert [s.text for s in within_budget(summaries, 100, 1)] == ["one two three", "two"]
    assert [s.text for s in within_budget(summaries, 100, 0)] == ["one two three", "one", "two"]


def test_an_empty_question_is_refused(harbour: Workspace) -> None:
    with pytest.raises(InputError, match="empty"):
        harbour.ask("  \n")


@pytest.mark.parametrize(
    ("phrase", "edtf", "words"),
    [
        ("3 May 2021", "2021-05-03", "3 May 2021"),
        ("the next day", "2021-05-04", "4 May 2021"),
        ("that spring", "2021-21", "2021-21"),
    ],
)
def test_dates_are_said_without_their_anchor(phrase: str, edtf: str, words: str) -> None:
    assert date_words(phrase, edtf) == words


def test_reading_makes_no_workspace(neo4j_server: Neo4j) -> None:
    with open_workspace(neo4j_server, "never written") as workspace:
        assert workspace.ask("Who was there?").abstained
        assert workspace.status()["documents"] == []
        names = [row["workspace"] for row in workspace.graph.run("read/workspaces")]
    assert workspace.name not in names


def test_vectors_are_made_anew_with_another_embedder(neo4j_server: Neo4j) -> None:
    with open_workspace(neo4j_server, "embedded") as workspace:
        workspace.add_text("Ana Ortiz sang at Mill Bay.", key="a.txt")
        with Workspace(settings=workspace.settings, embedder=WordLengths()) as other:
            with pytest.raises(ConfigError, match="bge-small-en-v15-q"):
                other.ask("Who sang?")
            assert other.reembed() == 1
            assert other.ask("Who sang?").items == ("Ana Ortiz",)
        stale = Workspace(settings=workspace.settings, embedder=workspace.embedder)
        with pytest.raises(ConfigError, match="word-lengths"):
            stale.ask("Who sang?")
        workspace.clear()


def test_a_name_is_matched_with_its_role(neo4j_server: Neo4j) -> None:
    with open_workspace(neo4j_server, "namesakes") as workspace:
        workspace.add_text("Ana is the baker of Corner Mill. On 3 May 2021 Ana was at Quarry House.", key="a.txt")
        workspace.add_text("Ana is the presenter of the show. On 9 June 2021 Ana was at Mill Bay.", key="b.txt")
        assert set(workspace.ask("Where was Ana?").items) >= {"Quarry House", "Mill Bay"}
        assert workspace.ask("Where was the presenter Ana in June 2021?").items == ("Mill Bay",)
        assert workspace.ask("Where was Ana, the baker, on 3 May 2021?").items == ("Quarry House",)
        assert workspace.ask("Where was the presenter Ana on 3 May 2021?").items == ()
        workspace.clear()


MIXED = """Ann Lee was in Leeds on 3 May 1990. She slept.

Bob Ray was in Leeds on 9 June 1991. He slept.

Cid Moe was in York on 3 May 1990. He slept.

Bob Ray was in York on 7 July 1992. Ann Lee was in York on 7 July 1992.
"""
EVENTS = """The police arrested Jane Smith in Leeds on 12 June 1991. Tom Hale was in Oxford.

Leo Marsh left Rome for Paris. Ann Lee met Nora Smith in Leeds. Rose Smith was in York.

Bob Ray shot Tom Lee. Eve Fox gave Tom Lee the key. Dan Fox was mayor until 1990. Mr Gus Nye, a former spy, died.
"""


@pytest.fixture(scope="module")
def mixed(neo4j_server: Neo4j) -> Iterator[Workspace]:
    with open_workspace(neo4j_server, "mixed") as workspace:
        workspace.add_text(MIXED, key="mixed.txt")
        workspace.add_text(EVENTS, key="events.txt")
        yield workspace
        workspace.clear()


@pytest.mark.parametrize(
    ("question", "items"),
    [
        ("Was Bob Ray in Leeds on 9 June 1991?", ["yes"]),
        ("Was Bob Ray in Leeds on 7 July 1992?", []),
        ("Where was Bob Ray on 3 May 1990?", []),
        ("Where was Cid Moe on 9 June 1991?", []),
        ("When was Cid Moe in Leeds?", []),
        ("Who was in Leeds on 7 July 1992?", []),
        ("Who was in York on 7 July 1992?", ["Bob Ray", "Ann Lee"]),
        ("Was Jane Smith arrested in Leeds?", ["yes"]),
        ("Was Jane Smith arrested in Oxford?", []),
        ("Did Leo Marsh leave Rome?", ["yes"]),
        ("Did Leo Marsh leave Madrid?", []),
        ("Did Leo Marsh leave Rome for Tokyo?", []),
        ("Did Ann Lee meet Nora Smith?", ["yes"]),
        ("Did Ann Lee meet Rose Smith?", []),
        ("Did Bob Ray shoot Ann Lee?", []),
        ("Did Eve Fox give Ann Lee the key?", []),
        ("Who is a spy?", []),
        ("Who was in Exeter?", []),
        ("Who was the mayor in 1991?", []),
        ("Who was not in York?", []),
        ("Was Jane Smith not arrested?", []),
        ("What is the latest place where Bob Ray was?", ["York"]),
        ("What is the earliest place where Bob Ray was?", ["Leeds"]),
    ],
)
def test_scenes_of_one_text_are_kept_apart(mixed: Workspace, question: str, items: list[str]) -> None:
    answer = mixed.ask(question)
    assert sorted(answer.items) == sorted(items), answer.text


DEPOT = """Ada Bell was the keeper of Foss Museum from 1980 to 1989. Nina Falk became the keeper of Foss Museum
on 4 May 1990. Nina Falk was the keeper of Foss Museum until 6 June 1995. Ulf Berg is the keeper of Thorn Mill.

Rolf Dahl, a former director, slept. Rolf Dahl had been the director of Foss Museum since 1970. Paul Rask was not ill.
Nina Falk is a widow.
"""
TRIP = """Ida Holm was born in Leeds on 2 May 1950. On 7 July 1992 Ida Holm was in York.
"""
TRIAL = """On 7 July 1992 Ida Holm was in Oxford. Ida Holm was arrested in Oxford on 7 July 1992.

Paul Rask resigned because of the fire. Rolf Dahl resigned on 3 May 1991. Paul Rask died in Leeds.
"""


@pytest.fixture(scope="module")
def depot(neo4j_server: Neo4j) -> Iterator[Workspace]:
    with open_workspace(neo4j_server, "depot") as workspace:
        for key, text in (("depot", DEPOT), ("trip", TRIP), ("trial", TRIAL)):
            workspace.add_text(text, key=key)
        yield workspace
        workspace.clear()


@pytest.mark.parametrize(
    ("question", "items"),
    [
        ("When was Ida Holm born?", ["2 May 1950"]),
        ("When was Rolf Dahl born?", []),
        ("When was Rolf Dahl arrested?", []),
        ("When did Rolf Dahl resign?", ["3 May 1991"]),
        ("When did Paul Rask die?", []),
        ("Where was Ida Holm arrested?", ["Oxford"]),
        ("Where was Ida Holm on 7 July 1992?", ["Oxford", "York"]),
        ("Where was Ida Holm on 2 May 1950?", ["Leeds"]),
        ("Where was Ida Holm last?", ["Oxford", "York"]),
        ("Where was Ida Holm first?", ["Leeds"]),
        ("Was Ida Holm in York on 7 July 1992?", ["yes"]),
        ("Was Ida Holm in Leeds on 7 July 1992?", []),
        ("Why did Rolf Dahl resign?", []),
        ("Why was Ida Holm arrested?", []),
        ("Why did Paul Rask resign?", ["resign because of the fire"]),
        ("Who is the keeper of Foss Museum?", ["Nina Falk"]),
        ("Who was the keeper of Foss Museum?", ["Ada Bell", "Nina Falk"]),
        ("Who was the keeper of Foss Museum in 1985?", ["Ada Bell"]),
        ("Who was the keeper of Foss Museum in 1992?", ["Nina Falk"]),
        ("Who was the keeper of Foss Museum in 1999?", []),
        ("Who is the keeper of Thorn Mill?", ["Ulf Berg"]),
        ("Who is the keeper of Acme Hall?", []),
        ("Was Ada Bell the keeper of Foss Museum?", ["yes"]),
        ("Was Ada Bell the keeper of Foss Museum in 1985?", ["yes"]),
        ("Was Ada Bell the keeper of Foss Museum in 1992?", []),
        ("Is Ada Bell the keeper of Foss Museum?", []),
        ("Was Ulf Berg the keeper of Foss Museum?", []),
        ("Is Rolf Dahl the director of Foss Museum?", []),
        ("Is Ulf Berg the keeper of Thorn Mill?", ["yes"]),
        ("Is Ulf Berg no longer the keeper of Thorn Mill?", []),
        ("Was Rolf Dahl a former director?", ["yes"]),
        ("Is Nina Falk a widow?", ["yes"]),
        ("Is Paul Rask dead?", ["yes"]),
        ("Is Nina Falk dead?", []),
        ("Was Paul Rask ill?", ["no"]),
    ],
)
def test_only_what_is_asked_for_answers(depot: Workspace, question: str, items: list[str]) -> None:
    answer = depot.ask(question)
    assert sorted(answer.items) == sorted(items), answer.text
    assert bool(answer.evidence) == bool(items)


def test_who_has_a_role_now_says_when_it_ended(depot: Workspace) -> None:
    assert depot.ask("Who is the keeper of Foss Museum?").text == "Nina Falk (until 6 June 1995)"


@pytest.mark.parametrize(("question", "budget"), [("x" * 2001, 100), ("Who was there?", -1)])
def test_what_cannot_be_answered_is_refused(harbour: Workspace, question: str, budget: int) -> None:
    with pytest.raises(InputError):
        harbour.ask(question, max_tokens=budget)
