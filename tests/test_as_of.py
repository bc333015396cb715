"""The memory as it was: the world on a day, what a reader knew after a chapter, what the workspace held at a moment."""

import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from pydantic import SecretStr

import conftest
from commands import Run, loaded
from conftest import Neo4j
from fakes import FakeOperator
from gsw_graph.as_of import view_of
from gsw_graph.errors import InputError
from gsw_graph.records import Chunk, Extraction
from gsw_graph.statements import load_in_view, load_statement, statement_names
from gsw_graph.views import View
from gsw_graph.workspace import Workspace
from model_server import ModelServer
from test_files import SCANS, VALUES, plan_operators
from test_laws import body, open_workspace
from test_model_answers import Speaker

Told = Callable[..., Workspace]
VIEWED = [name for name in statement_names() if load_in_view(name) != load_statement(name)]
WORLD = """# One

Ana Reyes becomes a mayor on 2019-05-01. Ana Reyes meets Bo Lind in Porto on 2019-05-01.

# Two

Ana Reyes stops being a mayor on 2020-11-30. Ana Reyes warns Bo Lind in Old Mill on 2020-11-30. Bo Lind is tired.

# Three

Cleo Marsh follows Ana Reyes in Gate Nine on 2021-02-03. Bo Lind is a witness from 2020-11-30 to 2021-02-03."""


@pytest.fixture
def told(neo4j_server: Neo4j) -> Iterator[Told]:
    """Yield what makes a workspace of some texts, by their keys, in the order in which they come."""
    made: list[Workspace] = []

    def tell(**texts: str) -> Workspace:
        one = open_workspace(neo4j_server, f"views {uuid.uuid4().hex}")
        made.append(one)
        for key, text in texts.items():
            assert one.add_text(text, key=key).status == "done"
        return one

    yield tell
    for one in made:
        one.clear()


def rows(workspace: Workspace, entity: str, *kinds: str, **view: Any) -> list[tuple[str, str]]:
    """Return (when, what) of an entity's rows of some kinds, of all if none are given."""
    [found] = workspace.show(entity, **view)
    return [(row.when, row.what) for row in found.rows if not kinds or row.kind in kinds]


def test_as_of_a_day_the_world_is_as_it_stood(told: Told) -> None:
    one = told(a=WORLD)
    ana = {day: rows(one, "Ana Reyes", "role", "place", as_of=day) for day in ("2019", "2020-06-01", "2021")}
    assert ana["2019"] == ana["2020-06-01"]  # a role that ends later is still held
    assert sorted(ana["2020-06-01"]) == [("2019-05-01", "Porto"), ("2019-05-01/2020-11-30", "mayor")]
    assert [what for _, what in ana["2021"]] == ["Porto", "Old Mill", "Gate Nine"]
    assert rows(one, "Bo Lind", "role", as_of="2020-06-01") == []
    [bo] = one.show("Bo Lind", as_of="2020-12")
    assert (bo.roles, bo.view) == (("witness",), View(as_of="2020-12"))
    assert {row["name"] for row in one.cast(as_of="2019")} == {"Ana Reyes", "Bo Lind", "Porto"}
    with pytest.raises(InputError, match="in that view"):
        one.show("Cleo Marsh", told_until=1)


def test_until_a_chapter_nothing_told_later_is_known(told: Told) -> None:
    one = told(a=WORLD, b="# One\n\nAna Reyes meets Cleo Marsh.")
    assert rows(one, "Ana Reyes", "role", told_until=1) == [("2019-05-01/", "mayor")]
    assert rows(one, "Ana Reyes", "role", told_until=2) == rows(one, "Ana Reyes", "role")
    events = {"a:1": 2, 1: 3, ("b:1", 2): 5, ("a:3", "b:1"): 6}
    assert {until: len(rows(one, "Ana Reyes", "event", told_until=until)) for until in events} == events
    assert rows(one, "Porto", told_until="a:1") == [("2019-05-01", "Ana Reyes"), ("2019-05-01", "Bo Lind")]
    assert [row["name"] for row in one.cast(told_until="a:2")] == ["Ana Reyes", "Bo Lind", "Old Mill", "Porto"]


def test_what_is_denied_later_has_ended_in_each_view_that_knows_of_it(neo4j_server: Neo4j) -> None:
    begun = "Bo Lind became chairman of the board on 1 May 2019."
    denied = "On 30 November 2020 Bo Lind was no longer chairman of the board."
    with conftest.open_workspace(neo4j_server, f"views {uuid.uuid4().hex}") as one:
        try:
            assert one.add_text(text([begun, denied, "Cleo Marsh met Ana Reyes."]), key="a").status == "done"
            ended = [("2019-05-01/2020-11-30", "chairman")]
            views: list[tuple[dict[str, Any], list[tuple[str, str]]]] = [
                ({}, ended),
                ({"told_until": 1}, [("2019-05-01/", "chairman")]),
                ({"told_until": 2}, ended),
                ({"as_of": "2020-11-30"}, ended),
                ({"as_of": "2020-12"}, []),
            ]
            for view, held in views:
                assert [row for row in rows(one, "Bo Lind", "role", **view) if row[1] == "chairman"] == held, view
        finally:
            one.clear()


def test_what_ends_before_it_begins_is_shown_as_it_is_told(told: Told) -> None:
    one = told(a="Ana Reyes is a mayor from 2021-02-03 to 2019-05-01.")
    assert rows(one, "Ana Reyes") == rows(one, "Ana Reyes", told_until=1) == [("2021-02-03/2019-05-01", "mayor")]


def test_what_came_later_was_not_known(told: Told) -> None:
    one = told(a=WORLD)
    before = datetime.now(UTC)
    assert one.add_text("Ana Reyes meets Cleo Marsh. Ana Reyes is a witness.", key="b").status == "done"
    full = rows(one, "Ana Reyes")
    known = rows(one, "Ana Reyes", known_at=before.isoformat())
    assert len(full) == len(known) + 2 and set(known) < set(full)
    assert rows(one, "Ana Reyes", known_at=f"{before:%Y-%m-%d}") == full, "a day is its end"
    [view] = one.show("Ana Reyes", known_at=before.isoformat(), told_until=1, as_of="2019")
    assert view.roles == ("mayor",)
    assert [note.split()[0] for note in view.notes] == ["Who", "What"]


def test_a_question_answered_outside_of_a_view_is_open_in_it(told: Told) -> None:
    one = told(a=text(["Who warns Ana Reyes?", "Bo Lind warns Ana Reyes on 2020-11-30."]))
    for status, view in (("answered", {}), ("open", {"told_until": 1}), ("open", {"as_of": "2019"})):
        assert [found.status for found in one.questions(**view)] == [status]
        assert [found.status for found in one.questions("Ana Reyes", status=status, **view)] == [status]


def test_an_answer_is_told_in_the_words_of_the_view(told: Told) -> None:
    later = "Bo Lind warns Ana Reyes in Porto on 2020-11-30."
    one = told(a=text(["Who warns Ana Reyes? Bo Lind warns Ana Reyes on 2020-11-30.", later]))
    for about in ("", "Ana Reyes"):
        [whole], [before] = one.questions(about), one.questions(about, told_until=1)
        assert {answer.what for answer in whole.answers} == {later[:-1]}
        assert [answer.what for answer in before.answers] == ["Bo Lind warns Ana Reyes on 2020-11-30"]


def test_what_kind_somebody_is_and_how_a_place_is_called_is_that_of_the_view(neo4j_server: Neo4j) -> None:
    def reply(chunk: Chunk) -> Extraction:
        found = FakeOperator().extract(chunk)
        if "warns" in chunk.text:
            return found
        mentions = [m.model_copy(update={"kind": "group"}) for m in found.mentions if m.kind != "place"]
        old = [m.model_copy(update={"name": "the Mill", "form": "alias"}) for m in found.mentions if m.kind == "place"]
        return found.model_copy(update={"mentions": (*mentions, *old)})

    with open_workspace(neo4j_server, f"views {uuid.uuid4().hex}", FakeOperator(reply=reply)) as one:
        try:
            first = "the ferry meets Bo Lind in Old Mill."
            assert one.add_text(text([first, "the ferry warns Bo Lind."]), key="a").status == "done"
            [bo], [before] = one.show("Bo Lind"), one.show("Bo Lind", told_until=1)
            assert (bo.kinds, before.kinds) == (("group", "person"), ("group",))
            kinds = {row["name"]: row["kinds"] for row in one.cast(told_until=1)}
            assert kinds == {"Bo Lind": ["group"], "the Mill": ["place"]}
            [mill] = one.show("Old Mill", told_until=1)
            assert mill.names == one.show("Old Mill")[0].names == ("Old Mill", "the Mill")
        finally:
            one.clear()


@pytest.mark.parametrize(
    ("question", "view", "items"),
    [
        ("Who was at Gate Nine?", {}, ("Ana Reyes", "Cleo Marsh")),
        ("Who was at Gate Nine?", {"told_until": 2}, ()),
        ("Who was at Gate Nine?", {"as_of": "2020"}, ()),
        ("Who was at Gate Nine?", {"as_of": "2021"}, ("Ana Reyes", "Cleo Marsh")),
        ("Who was at Gate Nine?", {"known_at": "2001-01-01"}, ()),
        ("Who is the witness?", {"as_of": "2019"}, ()),
        ("Who is the mayor?", {"as_of": "2020-06-01"}, ("Ana Reyes",)),
        ("Who is the mayor?", {"as_of": "2021-02"}, ()),
        ("Who was the mayor on 3 February 2021?", {}, ()),
        ("Who was the mayor on 3 February 2021?", {"told_until": 1}, ("Ana Reyes",)),
        ("Where was Ana Reyes last?", {}, ("Gate Nine",)),
        ("Where was Ana Reyes last?", {"as_of": "2020"}, ("Old Mill",)),
        ("Where was Ana Reyes last?", {"told_until": 1}, ("Porto",)),
    ],
)
def test_answers_are_those_of_the_view(
    story: Workspace, question: str, view: dict[str, Any], items: tuple[str, ...]
) -> None:
    answer = story.ask(question, **view)
    assert (tuple(sorted(answer.items)), answer.abstained) == (items, not items)
    assert answer.view == (view_of(**view) if view else None)


@pytest.fixture(scope="module")
def story(neo4j_server: Neo4j) -> Iterator[Workspace]:
    with open_workspace(neo4j_server, f"views {uuid.uuid4().hex}") as one:
        assert one.add_text(WORLD, key="a").status == "done"
        yield one
        one.clear()


def test_a_view_quotes_and_sums_up_nothing_of_the_rest_and_keeps_nothing(story: Workspace) -> None:
    whole = story.ask("Where was Ana Reyes last?")
    kept = story.graph.run("match/summary_parts", workspace=story.name, rows=pairs(story))
    answer = story.ask("Where was Ana Reyes last?", told_until=2)
    shown = " ".join((answer.text, *answer.context, *(one.quote for one in answer.evidence)))
    assert "Old Mill" in shown and "Gate Nine" not in shown and "Cleo Marsh" not in shown and "witness" not in shown
    assert story.graph.run("match/summary_parts", workspace=story.name, rows=pairs(story)) == kept
    assert story.ask("Where was Ana Reyes last?").context == whole.context


def pairs(workspace: Workspace) -> list[dict[str, str]]:
    [ana] = workspace.show("Ana Reyes")
    chapters = workspace.graph.run("network/chapters", workspace=workspace.name, key="a")
    return [{"chapter": row["uid"], "actor": ana.uid} for row in chapters]


# -- the law ----------------------------------------------------------------------------------------

plain = body.map(lambda text: text.replace(" is called ", " follows ").replace(" B. ", " M. "))
"""Who is who is taken from all chapters in any view, so no later one may say that two are one, or are not."""
few = settings(
    max_examples=3,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    print_blob=True,
)
documents = st.lists(st.lists(plain, min_size=1, max_size=3), min_size=1, max_size=2)


def text(chapters: list[str]) -> str:
    return "\n\n".join(f"# Chapter {number}\n\n{one}" for number, one in enumerate(chapters, 1))


def seen(workspace: Workspace, **view: Any) -> list[Any]:
    """Return all that is shown of everybody in a workspace."""
    shown: list[Any] = []
    for row in workspace.cast(**view):
        [found] = workspace.show(row["uid"], **view)
        told = sorted(row.model_dump(exclude={"uid"}).items() for row in found.rows)
        shown.append((found.name, found.names, found.mentions, sorted(found.roles), sorted(found.states), told))
    return sorted(shown)


@few
@given(documents=documents, until=st.integers(1, 2))
def test_a_view_shows_what_a_memory_of_only_that_would(told: Told, documents: list[list[str]], until: int) -> None:
    whole = told(**{f"d{number}": text(one) for number, one in enumerate(documents)})
    told_so_far = told(**{f"d{number}": text(one[:until]) for number, one in enumerate(documents)})
    until = min(until, max(map(len, documents)))  # a view beyond the last chapter is refused
    assert seen(whole, told_until=until) == seen(told_so_far)


@few
@given(first=plain, later=plain)
def test_a_view_shows_what_was_held_before_the_rest_came(told: Told, first: str, later: str) -> None:
    one = told(a=first)
    before, moment = seen(one), datetime.now(UTC)
    assert one.add_text(later, key="b").status in {"done", "skipped"}
    assert seen(one, known_at=moment.isoformat()) == before


# -- the edges --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "view"),
    [
        ({}, None),
        ({"as_of": "March 1987"}, View(as_of="1987-03")),
        ({"told_until": 7}, View(told_until=("7",))),
        ({"told_until": ["7", "a:b.pdf:3"]}, View(told_until=("7", "a:b.pdf:3"))),
        ({"told_until": ()}, None),
        ({"known_at": "2026-11-30"}, View(known_at="2026-11-30T23:59:59.999999+00:00")),
        ({"known_at": "20261130"}, View(known_at="2026-11-30T23:59:59.999999+00:00")),
        ({"told_until": [7, "7", "a:1"]}, View(told_until=("7", "a:1"))),
        ({"known_at": "2026-11-30T12:00+02:00"}, View(known_at="2026-11-30T10:00:00+00:00")),
    ],
)
def test_a_view_is_read_once(given: dict[str, Any], view: View | None) -> None:
    assert view_of(**given) == view


@pytest.mark.parametrize(
    "given",
    [
        {"as_of": "soon"},
        {"as_of": "1987/.."},
        {"told_until": 0},
        {"told_until": "a:"},
        {"told_until": "chapter 3"},
        {"told_until": "٣"},
        {"known_at": "March"},
        {"known_at": "2026-13-01"},
    ],
)
def test_a_view_that_means_nothing_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(InputError) as raised:
        view_of(**given)
    assert repr(str(next(iter(given.values())))) in str(raised.value) and raised.value.hint


@pytest.mark.parametrize("chapters", [(1, 2), ("a:1", "b:1", "a:2")])
def test_two_chapters_of_one_document_are_refused(chapters: tuple[int | str, ...]) -> None:
    with pytest.raises(InputError, match="are two chapters"):
        view_of(told_until=chapters)


def test_a_chapter_that_is_not_there_is_refused(story: Workspace) -> None:
    with pytest.raises(InputError, match="'a' has no chapter 9"):
        story.ask("Who meets Bo Lind?", told_until="a:9")
    with pytest.raises(InputError, match="has a chapter 99; the longest has") as raised:
        story.show("Bo Lind", told_until=99)
    assert raised.value.hint.startswith("--told-until ")


@pytest.mark.parametrize("name", VIEWED)
def test_a_statement_in_a_view_is_planned_from_an_index(story: Workspace, name: str) -> None:
    written, viewed = load_statement(name), load_in_view(name)
    assert viewed.parameters == written.parameters | {"view"} and "/*+" not in viewed.text
    text = viewed.text.replace("CYPHER 25", "CYPHER 25 EXPLAIN", 1)
    parameters = {key: VALUES.get(key) for key in viewed.parameters}
    plan = story.graph.driver.execute_query(text, parameters).summary.plan
    assert plan is not None and not plan_operators(plan) & SCANS.keys()


def test_the_commands_take_views(gsw: Run, demo_workspace: Workspace) -> None:
    here = ("-w", demo_workspace.name)
    options = ("--as-of", "1987-03-15", "--told-until", "demo.md:3", "--known-at", "2099-01-01")
    [shown] = loaded(gsw("show", "Nora Pellow", *options, *here, "--json"))
    assert (shown["roles"], shown["states"]) == (["night guard"], [])
    assert (shown["view"]["as_of"], shown["view"]["told_until"]) == ("1987-03-15", ["demo.md:3"])
    said = gsw("show", "Nora Pellow", "--as-of", "1987-03-15", *here).stdout
    assert "The memory as of 1987-03-15." in said and "undated" in said and "curator" not in said
    assert gsw("show", "--as-of", "1987-03-15", *here).stdout.endswith("The memory as of 1987-03-15.\n")
    everybody, so_far = ({row["name"] for row in loaded(gsw("show", *more, *here, "--json"))} for more in ((), options))
    assert so_far and not so_far >= everybody
    answer = gsw("ask", "Where was Nora Pellow last?", "--told-until", "3", *here).stdout
    assert "Custom House" in answer and "The memory told until chapter 3." in answer
    assert gsw("show", "Nora Pellow", "--told", "--as-of", "2019", *here).exit_code == 2
    assert gsw("ask", "Who?", "--told-until", "x", *here).exit_code == 1


def test_a_model_is_shown_nothing_of_the_rest(neo4j_server: Neo4j, story: Workspace, tmp_path: Path) -> None:
    speaker = Speaker({"items": [{"text": "Old Mill", "cites": ["1"]}]})
    with ModelServer(speaker) as server:
        given = {"api_key": SecretStr(server.key), "home": str(tmp_path)}
        one = Workspace(settings=story.settings.model_copy(update=given), embedder=story.embedder)
        one.choose(answers="llm", model=f"m-{uuid.uuid4().hex}", base_url=server.base_url)
        try:
            answer = one.ask("Where was Ana Reyes last?", told_until=2)
            sent = str(speaker.seen)
            assert (answer.items, answer.view) == (("Old Mill",), View(told_until=("2",)))
            assert "Old Mill" in sent and not any(word in sent for word in ("Gate Nine", "Cleo Marsh", "witness"))
            calls = len(speaker.seen)
            assert one.ask("Where was Ana Reyes last?", told_until=2).items == ("Old Mill",)
            assert len(speaker.seen) == calls, "the log has it"
            one.ask("Where was Ana Reyes last?")
            assert "Gate Nine" in str(speaker.seen[calls:])
        finally:
            one.choose(answers="local")
            one.close()
