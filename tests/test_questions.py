"""Questions that texts raise are open until something told later fills them, and open again when that is gone."""

import uuid
from collections.abc import Callable, Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from commands import Run, loaded
from conftest import Neo4j
from fakes import FakeOperator
from gsw_graph.closing import close
from gsw_graph.decisions import Answer, Decision, decide
from gsw_graph.errors import ConfigError, InputError
from gsw_graph.log import Log
from gsw_graph.network import Question
from gsw_graph.opening import Choice
from gsw_graph.workspace import Workspace
from model_server import ModelServer, last_user, parts
from test_laws import open_workspace

Told = Callable[..., Workspace]


@pytest.fixture
def told(neo4j_server: Neo4j) -> Iterator[Told]:
    """Yield what makes a workspace of some texts, by their keys, in the order in which they come."""
    made: list[Workspace] = []

    def tell(**texts: str) -> Workspace:
        one = open_workspace(neo4j_server, f"questions {uuid.uuid4().hex}", FakeOperator())
        made.append(one)
        for key, text in texts.items():
            assert one.add_text(text, key=key).status == "done"
        return one

    yield tell
    for one in made:
        one.clear()


def seen(questions: list[Question]) -> list[tuple[str, str, tuple[str, ...]]]:
    """Return (question, status, what answers it)."""
    return [(one.question, one.status, tuple(answer.what for answer in one.answers)) for one in questions]


def test_what_is_told_later_answers_and_its_passage_is_shown(told: Told) -> None:
    one = told(a="Who warns Ana Reyes? Where is Bo Lind?\n\nBo Lind warns Ana Reyes in Porto.")
    assert seen(one.questions()) == [
        ("Who warns Ana Reyes", "answered", ("Bo Lind warns Ana Reyes in Porto",)),
        ("Where is Bo Lind", "answered", ("Porto",)),
    ]
    [who, _] = one.questions()
    [answer] = who.answers
    assert (answer.by, answer.evidence.quote) == ("rule", "Bo Lind warns Ana Reyes in Porto.")
    assert (who.about, who.raised.quote, who.raised.chapter) == (("Ana Reyes",), "Who warns Ana Reyes?", 1)


@pytest.mark.parametrize(
    "text",
    [
        "Bo Lind warns Ana Reyes.\n\nWho warns Ana Reyes?",
        "Who warns Ana Reyes?\n\nAna Reyes warns Bo Lind.",
        "Who warns Ana Reyes?\n\nBo Lind warns Cleo Marsh.",
        "Who warns Ana Reyes?\n\nBo Lind follows Ana Reyes.",
    ],
)
def test_what_is_told_before_or_does_not_fit_leaves_it_open(told: Told, text: str) -> None:
    assert seen(told(a=text).questions()) == [("Who warns Ana Reyes", "open", ())]


def test_the_same_answers_in_any_order_and_open_again_without_them(told: Told) -> None:
    texts = {
        "a": "Who warns Ana Reyes? Where is Ana Reyes?",
        "b": "Bo Lind warns Ana Reyes.",
        "c": "Cleo Marsh warns Ana Reyes in Porto.",
    }
    digests = set()
    for order in permutations(texts):
        one = told(**{key: texts[key] for key in order})
        digests.add(one.digest())
    assert len(digests) == 1
    one.forget("c")
    assert seen(one.questions()) == [
        ("Who warns Ana Reyes", "answered", ("Bo Lind warns Ana Reyes",)),
        ("Where is Ana Reyes", "open", ()),
    ]
    one.forget("b")
    assert [question.status for question in one.questions()] == ["open", "open"]
    for key in ("c", "b"):
        one.add_text(texts[key], key=key)
    assert {one.digest()} == digests
    one.rebuild()
    assert {one.digest()} == digests


def test_the_same_answers_some_at_a_time_and_found_by_verb_or_by_actor(
    told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = {
        "a": "Who warns Ana Reyes? Where is Ana Reyes? Who meets Bo Lind?\n\nBo Lind warns Ana Reyes in Porto.",
        "b": "Cleo Marsh warns Ana Reyes in Porto. Ana Reyes meets Bo Lind in Old Mill. Who follows Cleo Marsh?",
        "c": "Who warns Bo Lind? Bo Lind follows Cleo Marsh.\n\nAna Reyes warns Bo Lind. Bo Lind meets Cleo Marsh.",
    }
    plain = told(**texts)
    assert [len(question.answers) for question in plain.questions()] == [2, 3, 1, 1, 1]
    monkeypatch.setattr("gsw_graph.reconcile.answers.PORTION", 1)
    for busy in (0, 1000):
        monkeypatch.setattr("gsw_graph.reconcile.answers.BUSY", busy)
        other = told(**{key: texts[key] for key in "cab"})
        assert other.digest() == plain.digest()
        other.forget("b")
        other.add_text(texts["b"], key="b")
        assert other.digest() == plain.digest()


def test_questions_of_one_actor_and_of_one_status(told: Told) -> None:
    one = told(a="Who warns Ana Reyes? Who follows Bo Lind?", b="Cleo Marsh warns Ana Reyes.")
    assert [question.question for question in one.questions("Ana Reyes")] == ["Who warns Ana Reyes"]
    assert [question.question for question in one.questions(status="open")] == ["Who follows Bo Lind"]
    assert one.questions("Ana Reyes", status="open") == []
    with pytest.raises(InputError, match="knows nobody"):
        one.questions("Nobody Such")
    with pytest.raises(InputError, match="No question is"):
        one.questions(status="closed")


def test_what_somebody_decides_counts_more_than_the_rules(told: Told) -> None:
    one = told(a="Who warns Ana Reyes?\n\nBo Lind warns Ana Reyes. Cleo Marsh meets Ana Reyes.")
    [question] = one.questions()
    assert [answer.what for answer in question.answers] == ["Bo Lind warns Ana Reyes"]
    claims = {
        record["label"]: record["uid"]
        for record in one.graph.driver.execute_query(
            "CYPHER 25 MATCH (c:Claim {workspace: $workspace, kind: 'verb'}) RETURN c.label AS label, c.uid AS uid",
            workspace=one.name,
        ).records
    }
    made = [
        Decision(what=Answer(question=question.uid, claim=claims["warns"], yes=False)),
        Decision(what=Answer(question=question.uid, claim=claims["meets"], yes=True)),
    ]
    log = Log(one.graph, one.name)
    with log.working():
        decide(one.graph, one.name, log, made)
    one.rebuild()
    [question] = one.questions()
    assert [(answer.what, answer.by) for answer in question.answers] == [("Cleo Marsh meets Ana Reyes", "human")]


def test_the_command_shows_what_is_open_and_what_answers(gsw: Run, fresh: str) -> None:
    text = b"Nobody knew who had warned Ana Reyes. Where had Bo Lind gone?\n\nCleo Marsh warned Ana Reyes."
    assert gsw("ingest", "-", "--as", "note", "-w", fresh, input=text).exit_code == 0
    shown = gsw("questions", "-w", fresh)
    assert shown.exit_code == 0
    assert "Who warned Ana Reyes?" in shown.stdout and "warn Ana Reyes" in shown.stdout
    [one] = loaded(gsw("questions", "--open", "-w", fresh, "--json"))
    assert (one["question"], one["status"], one["about"]) == ("Where did Bo Lind go?", "open", ["Bo Lind"])
    assert "No question is raised." in gsw("questions", "Bo Lind", "--answered", "-w", fresh).stdout
    assert gsw("questions", "Nobody Such", "-w", fresh).exit_code == 1


def verdict(item: str) -> dict[str, Any]:
    """Say that a meeting was the warning, and nothing sure of anything else."""
    sure = "Cleo Marsh meets" in item
    return {"verdict": "yes" if sure else "unsure", "reason": "She did.", "rests_on": ["1"] if sure else []}


def test_a_model_decides_passage_by_passage(told: Told, tmp_path: Path) -> None:
    one = told(
        a="Who warns Ana Reyes? Who follows Bo Lind?", b="Cleo Marsh meets Ana Reyes.", c="Ana Reyes follows Lumen."
    )
    before = one.digest()
    with pytest.raises(ConfigError, match="No model was chosen"):
        one.close_questions()
    with ModelServer(lambda request: parts(*map(verdict, last_user(request).split("</item ")[:-1]))) as server:
        settings = one.settings.model_copy(update={"api_key": SecretStr(server.key), "home": str(tmp_path)})
        chosen = Choice("llm", "local", "a-model", server.base_url)
        found = close(one.graph, one.name, settings, chosen, "", 20)
        assert close(one.graph, one.name, settings, chosen, "Ana Reyes", 20) == []
    assert {(row.question, row.document, row.verdict) for row in found} == {
        ("Who warns Ana Reyes", "b", "answers"),
        ("Who warns Ana Reyes", "c", "unsure"),
    }
    [question] = one.questions("Ana Reyes")
    assert [(answer.by, answer.what) for answer in question.answers] == [("model", "Cleo Marsh meets Ana Reyes")]
    after = one.digest()
    one.rebuild()
    assert one.digest() == after, "no model is asked again"
    [answer] = [row.number for row in found if row.number]
    one.review.undo(answer)
    assert one.digest() == before
