"""What asking a benchmark's questions costs, counted without asking: the same as the bill of really asking them."""

import re
import uuid
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from commands import Run, loaded
from conftest import Neo4j, open_workspace
from gsw_graph.evals.cost import Asked, QuestionCost, question_cost
from gsw_graph.evals.samples import Sample
from gsw_graph.llm.prices import Prices
from gsw_graph.llm.prompts import load_prompt
from gsw_graph.workspace import Workspace
from model_server import Answer, ModelServer, last_user, parts

WHERE = "Where was Ada Quill on 3 March 1994?"
WHO = "Who was at Tollen Quarry on 3 March 1994?"
NOWHERE = "Where was Zebulon Farr?"
QUESTIONS = [
    Sample(str(number), question, "(t, *, *, *)", "Spaces", "all", "1", expected)
    for number, (question, expected) in enumerate(
        [(WHERE, ("Tollen Quarry",)), (WHO, ("Ada Quill",)), (WHERE, ("Tollen Quarry",)), (NOWHERE, ())]
    )
]


def reply(request: dict[str, Any]) -> Answer:
    """Sum up by repeating the notes, and answer with what the questions expect."""
    if request["messages"][0]["content"] == load_prompt("summarise").system:
        items = re.findall(r"<item \d+>\n(.*?)\n</item \d+>", last_user(request), re.DOTALL)
        return parts(*({"text": "; ".join(text.splitlines()[1:])} for text in items))
    said = "Tollen Quarry" if WHERE in last_user(request) else "Ada Quill"
    given = {"text": said, "cites": ["1.1"]}
    return parts({"items": [given], "text": said, "cites": [], "abstained": False})


@pytest.fixture
def asking(quarry: str, neo4j_server: Neo4j, tmp_path: Path) -> Any:
    """Return what opens the small text's workspace with a model of a name of its own."""

    def open_it(server: ModelServer) -> Workspace:
        base = open_workspace(neo4j_server, "unused").settings
        given = {"workspace": quarry, "api_key": SecretStr(server.key), "home": str(tmp_path), "concurrency": 1}
        workspace = Workspace(settings=base.model_copy(update=given))
        workspace.choose(answers="llm", model=f"m-{uuid.uuid4().hex}", base_url=server.base_url)
        return workspace

    return open_it


def test_what_is_counted_is_what_asking_takes(asking: Any) -> None:
    with ModelServer(reply) as server, asking(server) as workspace:
        counted = question_cost(workspace, QUESTIONS)
        assert server.requests.total() == 0, "nobody is asked"
        for sample in QUESTIONS:
            workspace.ask(sample.question)
        model = workspace.choice.model
        paid = [row for row in workspace.spending() if row["model"] == model]
        for one in counted.asked:
            real = [row for row in paid if row["task"] == one.task]
            assert one.calls == sum(row["calls"] for row in real) > 0
            assert one.tokens_in == sum(row["tokens_in"] for row in real)
            said = sum(row["tokens_out"] for row in real)
            assert 0.8 * said < one.tokens_out < 1.5 * said and one.tokens_out <= one.most_out
        assert {row["task"] for row in paid} == {one.task for one in counted.asked}
        assert (counted.questions, counted.unasked) == (4, 1), "the same question again is no other"
        workspace.choose(answers="local")


def test_a_price_is_for_one_question() -> None:
    found = QuestionCost(2, 0, (Asked("summarise", 1, 1000, 100, 500), Asked("answer", 2, 3000, 50, 1000)))
    priced = found.priced("gpt-4o", Prices())
    assert priced is not None
    assert priced.summaries == pytest.approx((1000 * 2.5 + 100 * 10) / 2e6)
    assert priced.answer == pytest.approx((3000 * 2.5 + 50 * 10) / 2e6)
    assert priced.together == pytest.approx(priced.summaries + priced.answer)
    assert priced.most == pytest.approx((4000 * 2.5 + 1500 * 10) / 2e6)
    assert found.priced("no-such-model", Prices()) is None
    assert QuestionCost(0, 0, found.asked).priced("gpt-4o", Prices()) is None


def test_the_command_asks_no_model_and_needs_none(quarry: str, gsw: Run) -> None:
    row = '{{"id": "{}", "question": "{}", "cue": "", "retrieval_type": "Spaces", "get": "all", "correct_answer": []}}'
    lines = [row.format(number, question) for number, question in enumerate((WHERE, NOWHERE, WHO))]
    Path("questions.jsonl").write_text("\n".join(lines), encoding="utf-8")
    models = ("--model", "gpt-4o", "--model", "no-such")
    words = ("eval", "cost", "--questions", "questions.jsonl", "--count", "2", *models, "-w", quarry)
    found = loaded(gsw(*words, "--json"))
    assert (found["questions"], found["unasked"]) == (2, 1)
    assert [one["task"] for one in found["asked"]] == ["summarise", "answer"] and found["asked"][1]["tokens_in"] > 300
    assert [one["model"] for one in found["prices"]] == ["gpt-4o"]
    shown = gsw(*words)
    assert re.search(r"gpt-4o +\$0\.00", shown.stdout) and "no no-such" in shown.stderr
