"""Why an answer is as it is: the same answer, and what it rests on, for every way of answering."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr

from commands import Run, loaded
from conftest import Neo4j, open_workspace
from gsw_graph import Explanation
from gsw_graph.answer.arms import ARMS
from gsw_graph.answer.candidates import candidates
from gsw_graph.answer.items import Item, Unit, items_of
from gsw_graph.answer.match import Cue, Hit
from gsw_graph.answer.meaning import FOREMOST, least_of
from gsw_graph.answer.question import read_question
from gsw_graph.cli.explained import WIDTH
from gsw_graph.graph import Graph, Row
from gsw_graph.language import count_tokens
from gsw_graph.views import Answer
from gsw_graph.workspace import Workspace
from model_server import ModelServer
from test_model_answers import Speaker

WHERE = "Where did Nora Pellow go on 4 April 1987?"
UNKNOWN = "Where was Zoltan Krebs on 4 April 1987?"
EXPLAINING = {"match/names", "match/chapter_refs", "match/claim_sources"}
"""What is looked up for explanations alone."""


@pytest.fixture(scope="module")
def demo(demo_workspace: Workspace) -> Workspace:
    """Return the story's workspace."""
    return demo_workspace


def why(workspace: Workspace, question: str, **options: Any) -> tuple[Answer, Explanation]:
    answer = workspace.ask(question, explain=True, **options)
    assert answer.explanation is not None
    return answer, answer.explanation


def bare(answer: Answer) -> dict[str, Any]:
    return answer.model_dump(exclude={"seconds", "explanation"})


# -- nothing else changes ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("arm", ARMS)
def test_an_explained_answer_is_the_same(demo: Workspace, arm: str) -> None:
    plain = demo.ask(WHERE, arm=arm, max_tokens=600)
    answer, told = why(demo, WHERE, arm=arm, max_tokens=600)
    assert plain.explanation is None
    assert bare(answer) == bare(plain)
    assert (told.question.arm, told.question.arm_about) == (arm, ARMS[arm].about)
    assert [item.text for item in told.items] == list(answer.items)
    assert told.budget.spent == sum(map(count_tokens, answer.context)) <= told.budget.allowed == 600
    assert bool(told.budget.shown) == bool(answer.context)
    if not told.led_to and not told.partial:
        assert tuple(one.chapter for one in told.kept) == answer.chapters
    kept = {one.chapter.uid for one in told.kept}
    assert not kept & {one.chapter.uid for one in told.dropped}
    assert sum(told.budget.seconds.values()) <= answer.seconds


def test_who_asks_for_no_explanation_pays_for_none(demo: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    run = Graph.run

    def counted(self: Graph, name: str, **parameters: Any) -> list[Row]:
        asked.append(name)
        return run(self, name, **parameters)

    demo.ask(WHERE)
    monkeypatch.setattr(Graph, "run", counted)
    demo.ask(WHERE)
    plain = list(asked)
    asked.clear()
    demo.ask(WHERE, explain=True)
    assert not EXPLAINING & set(plain)
    assert [name for name in asked if name not in EXPLAINING] == plain
    assert len(asked) == len(plain) + len(EXPLAINING)


# -- answered ---------------------------------------------------------------------------------------------------------


def test_an_answer_says_what_it_was_matched_with_and_what_proves_it(demo: Workspace) -> None:
    answer, told = why(demo, WHERE)
    assert (told.question.want, told.question.order, told.question.main_only) == ("place", "", False)
    assert [(date.phrase, date.edtf) for date in told.question.dates] == [("4 April 1987", "1987-04-04")]
    date, actor = told.cues
    assert (date.kind, date.chapters, [one.name for one in date.matched]) == ("date", 1, ["1987-04-04"])
    assert (actor.kind, [(one.label, one.name) for one in actor.matched]) == ("actor", [("Actor", "Nora Pellow")])
    [kept] = told.kept
    assert (kept.chapter.chapter, kept.rank, kept.why) == (6, 1, "holds 4 April 1987, Nora Pellow")
    assert kept.scenes is not None and kept.score is not None and kept.score > 1
    assert {one.why for one in told.dropped} == {"holds Nora Pellow; lacks 4 April 1987"}
    assert len(told.dropped) + told.others_dropped == actor.chapters - 1
    [item] = told.items
    assert (item.text, item.label, item.proof_label) == ("Gannet Island", "Place", "Space")
    assert item.passages == len(answer.evidence)
    assert {one.start for one in answer.statements} == {item.proof_uid}
    assert "the lamp room" in {one.text for one in told.left_out}
    assert [one.name for one in told.budget.shown][0] == "Nora Pellow"
    assert told.outcome == "Read off the scenes that were kept."


def test_an_item_says_whether_its_passage_does(demo: Workspace) -> None:
    answer, told = why(demo, "When was Nora Pellow on Gannet Island?")
    rows = demo.graph.run("read/nodes", workspace=demo.name, label="Claim")
    sources = {row["uid"]: row["properties"]["source"] for row in rows}
    quoted = {one.item: sources[one.uid] for one in reversed(answer.evidence) if one.uid in sources}
    assert {item.text: item.source for item in told.items} == quoted
    assert set(quoted.values()) == {"explicit", "inherited"}


@pytest.mark.parametrize(
    ("question", "by", "said", "found"),
    [
        ("Who crossed to Gannet Island?", "verb", "cross", 1),
        ("Who arrested Nora Pellow?", "verb", "arrest", 0),
        ("Who is the curator?", "role or state", "curator", 1),
        ("Who is Nora Pellow?", "name", "Nora Pellow", 6),
    ],
)
def test_a_lookup_says_by_what_and_whether_it_settled_it(
    demo: Workspace, question: str, by: str, said: str, found: int
) -> None:
    answer, told = why(demo, question)
    assert told.lookup is not None
    assert (told.lookup.by, told.lookup.said, told.lookup.found) == (by, (said,), found)
    assert len(answer.items) == found
    assert told.led_to == (answer.chapters if found else ())
    assert told.left_out == ()
    if by == "verb":
        assert told.lookup.slots == ("agent",) and len(told.lookup.named) == 1
    outcome = f"Looked up by the {by}, which settled it." if found else "Only what fits its verb may answer"
    assert told.outcome.startswith(outcome)
    assert told.lookup.exclusive == (by != "name")


@pytest.mark.parametrize(
    ("question", "phrase", "least", "found"),
    [
        ("When was the robbery?", "robbery", least_of(10), True),
        ("When was the burglary?", "burglary", least_of(10) + FOREMOST, False),
        ("Where was the police interview with Nora Pellow?", "police interview", least_of(10), False),
    ],
)
def test_a_kind_of_event_says_how_like_it_each_chapter_is(
    demo: Workspace, question: str, phrase: str, least: float, found: bool
) -> None:
    answer, told = why(demo, question)
    [cue] = [one for one in told.cues if one.kind == "content"]
    assert (cue.phrase, cue.least) == (phrase, least)
    assert len(cue.scores) + cue.others == 10, "the story has ten chapters"
    assert [one.score for one in cue.scores] == sorted((one.score for one in cue.scores), reverse=True)
    assert [one.enough for one in cue.scores] == [one.score >= least for one in cue.scores]
    assert sum(one.enough for one in cue.scores) == cue.chapters
    assert all(one.score >= one.meaning and 0 <= one.worded <= 1 for one in cue.scores)
    assert (not answer.abstained) == bool(cue.chapters) == found


# -- abstained --------------------------------------------------------------------------------------------------------


def test_a_name_that_nothing_bears_is_said(demo: Workspace) -> None:
    answer, told = why(demo, UNKNOWN)
    [unknown] = [one for one in told.cues if one.phrase == "Zoltan Krebs"]
    assert (unknown.matched, unknown.chapters) == ((), 0)
    assert unknown.said == "nothing in the memory bears this name"
    assert answer.abstained and told.partial and not (told.items or told.left_out)
    assert told.outcome == "No chapter holds all that it names."


def test_no_chapter_that_holds_all_is_said(demo: Workspace) -> None:
    answer, told = why(demo, "When was Ruth Carrow at the Custom House in April 1987?")
    assert answer.abstained and told.partial and answer.chapters == ()
    assert all(one.chapters for one in told.cues)
    assert all("; lacks " in one.why for one in told.kept)


def test_what_a_view_leaves_out_bears_no_name(demo: Workspace) -> None:
    asked = "Where is Kit Lowry?"
    _, before = why(demo, asked, told_until=1)
    _, after = why(demo, asked, told_until=3)
    assert (before.cues[0].matched, before.kept) == ((), ())
    assert [one.name for one in after.cues[0].matched] == ["Kit Lowry"]
    assert {one.chapter.chapter for one in after.kept} == {one.chapter.chapter for one in after.budget.shown} == {3}


# -- arms and budgets -------------------------------------------------------------------------------------------------


def test_an_arm_says_what_it_chose_by(demo: Workspace) -> None:
    _, near = why(demo, WHERE, arm="ner-embedding-match")
    assert [one.phrase for one in near.chosen_by] == ["Nora Pellow"]
    assert "Nora Pellow" in {one.name for one in near.chosen_by[0].matched}
    assert len(near.chosen_by[0].matched) == 5
    _, literal = why(demo, WHERE, arm="strings")
    assert {one.phrase for one in literal.chosen_by} == {"Nora Pellow", "4 April 1987"}
    assert why(demo, WHERE)[1].chosen_by == ()
    assert why(demo, WHERE, arm="abstain")[1].outcome == "This arm chooses no chapter."


@pytest.mark.parametrize(("arm", "shows"), [("gsw", "summaries"), ("string-match", "summaries"), ("rag", "passages")])
def test_what_has_no_room_is_told(demo: Workspace, arm: str, shows: str) -> None:
    answer, told = why(demo, "Where was Nora Pellow?", arm=arm, max_tokens=300, max_chapters=2)
    budget = told.budget
    assert (budget.shows, budget.allowed, budget.max_chapters) == (shows, 300, 2)
    assert 0 < budget.spent <= 300
    assert {one.why for one in budget.left_out} <= {"no room for it", "2 other chapters come before it"}
    assert budget.left_out and all(one.why == "" for one in budget.shown)
    assert len({one.chapter.uid for one in budget.shown}) <= 2
    assert len(answer.chapters) <= 2
    assert told.dropped, "others were looked at"


# -- a model ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def asked(neo4j_server: Neo4j, quarry: str, tmp_path: Path) -> Iterator[tuple[Workspace, Speaker]]:
    """Yield a workspace that a model answers from, and the model."""
    speaker = Speaker({"items": [{"text": "Tollen Quarry", "cites": ["1.1"]}], "text": "There.", "cites": ["1.1"]})
    base = open_workspace(neo4j_server, "unused").settings
    with ModelServer(speaker) as server:
        given = {"workspace": quarry, "api_key": SecretStr(server.key), "home": str(tmp_path)}
        workspace = Workspace(settings=base.model_copy(update=given))
        workspace.choose(answers="llm", model="explained", base_url=server.base_url)
        yield workspace, speaker
        workspace.choose(answers="local")
        workspace.close()


def test_a_model_s_answer_is_explained_as_well(asked: tuple[Workspace, Speaker]) -> None:
    workspace, speaker = asked
    where = "Where was Ada Quill on 3 March 1994?"
    plain = workspace.ask(where)
    answer, told = why(workspace, where)
    paid = {"paid_in", "paid_out", "cost"}
    assert {k: v for k, v in bare(answer).items() if k not in paid} == {
        k: v for k, v in bare(plain).items() if k not in paid
    }
    [item] = told.items
    assert (item.text, item.source, item.proof_uid) == ("Tollen Quarry", "cited", answer.evidence[0].uid)
    assert item.chapter is not None and item.chapter.chapter == answer.evidence[0].chapter
    assert told.outcome.startswith("A model answered it. Off the graph alone: ")
    assert {"reading facts", "summaries", "answering"} <= set(told.budget.seconds)
    assert "Ada Quill" in {one.name for one in told.budget.shown}
    calls = len(speaker.asked)
    silent, untold = why(workspace, "Where was Zoltan Krebs on 3 March 1994?")
    assert silent.abstained and len(speaker.asked) == calls
    assert untold.outcome.startswith("No model was asked")


# -- the command ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("question", [WHERE, UNKNOWN, "Who crossed to Gannet Island?", "When was the robbery?"])
def test_the_command_explains_beneath_the_answer(gsw: Run, demo: Workspace, question: str) -> None:
    plain = gsw("ask", question, "-w", demo.name).stdout
    shown = gsw("ask", question, "--explain", "-w", demo.name).stdout
    assert shown.startswith(plain)
    lines = shown.removeprefix(plain).splitlines()
    assert max(map(len, lines)) <= WIDTH
    headings = [line for line in lines if line and not line.startswith(" ")]
    assert headings[:2] == ["Question", "Cues"] and headings[-1] == "Budget"
    assert ("Looked up" in headings) == ("crossed" in question)
    assert ("Items" in headings) == (question != UNKNOWN)


def test_the_command_gives_explanations_to_programs(gsw: Run, demo: Workspace) -> None:
    told = loaded(gsw("ask", WHERE, "--explain", "--json", "-w", demo.name))["explanation"]
    read = Explanation.model_validate_json(json.dumps(told))
    assert read.kept == why(demo, WHERE)[1].kept
    assert loaded(gsw("ask", WHERE, "--json", "-w", demo.name))["explanation"] is None


def test_nothing_of_a_question_is_obeyed_by_a_terminal(gsw: Run, demo: Workspace) -> None:
    asked = "Where was \x1b[31mZoltan Krebs\u202e, on 4 April 1987?"
    shown = gsw("ask", asked, "--explain", "-w", demo.name).stdout
    assert "\x1b" not in shown and "\u202e" not in shown
    assert "Cues\n" in shown and "Krebs" in shown.split("Cues\n")[1]


# -- what is left out of the items ------------------------------------------------------------------------------------


def place(uid: str, name: str, weight: int, actors: list[str]) -> Row:
    shared = {"scene": 0, "source": "explicit", "told_at": 0, "spans": []}
    return {**shared, "uid": uid, "name": name, "weight": weight, "actors": actors, "coupling": f"s-{uid}"}


def unit(places: list[Row]) -> Unit:
    return Unit("c", "d.txt", 1, "", None, [], places, [])


NAMED = [Cue("actor", "Ana Reyes", ("ana",), {"c": Hit(1, frozenset({0}))})]


@pytest.mark.parametrize(
    ("one", "said"),
    [
        (place("b", "Narvik", 5, ["bo"]), "nobody who is named is coupled to it"),
        (place("b", "the gallery", 5, ["ana"]), "it is no name, and others are"),
        (place("b", "Narvik", 1, ["ana"]), "it weighs 1, the heaviest 9; 34% of that is asked"),
    ],
)
def test_a_place_that_is_no_item_says_why(one: Row, said: str) -> None:
    question, units = read_question("Where was Ana Reyes?"), [unit([place("a", "Porto", 9, ["ana"]), one])]
    items = items_of(question, units, NAMED)
    assert [item.text for item in items] == ["Porto"]
    assert [(left.text, left.why) for left in candidates(question, units, NAMED, items)] == [(one["name"], said)]


@given(
    st.lists(
        st.builds(
            place,
            st.sampled_from("abcd"),
            st.sampled_from(["Porto", "Narvik", "the quay"]),
            st.integers(1, 9),
            st.lists(st.sampled_from(["ana", "bo"]), min_size=1, unique=True),
        ),
        max_size=6,
    )
)
def test_what_is_an_item_is_not_left_out_and_all_else_is(places: list[Row]) -> None:
    question, units = read_question("Where was Ana Reyes?"), [unit(places)]
    items: list[Item] = items_of(question, units, NAMED)
    left = candidates(question, units, NAMED, items)
    assert {item.uid for item in items} | {one.uid for one in left} == {row["uid"] for row in places}
    assert not {item.uid for item in items} & {one.uid for one in left}
    assert all(one.why for one in left)
