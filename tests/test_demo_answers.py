"""What a new user sees first: the demonstration story's questions against its gold."""

import json
from pathlib import Path
from typing import Any

import pytest

from gsw_graph.demo import QUESTIONS
from gsw_graph.evals.score import set_score
from gsw_graph.workspace import Workspace

GOLD = json.loads((Path(__file__).parent / "data" / "demo_gold.json").read_text(encoding="utf-8"))
SHOWN = {row["question"]: row for row in GOLD["demo_questions"]}
PLAIN = [row for row in GOLD["qa"] if row["kind"] in {"where", "when", "first", "latest"}]
SILENT = [row["question"] for row in GOLD["qa"] if row["abstain"]]


def test_the_gold_knows_the_questions_of_the_demo() -> None:
    assert set(QUESTIONS) == set(SHOWN)


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_demo_says_nothing_false_and_most_of_the_truth(demo_workspace: Workspace, question: str) -> None:
    answer = demo_workspace.ask(question)
    score = set_score(answer.items, SHOWN[question]["items"])
    assert score.precision == 1, answer.items
    assert score.recall >= 0.8, answer.items
    assert {passage.chapter for passage in answer.evidence} <= set(SHOWN[question]["chapters"])


@pytest.mark.parametrize("question", SILENT)
def test_what_the_story_does_not_say_is_not_answered(demo_workspace: Workspace, question: str) -> None:
    assert demo_workspace.ask(question).abstained


@pytest.mark.parametrize("row", PLAIN, ids=lambda row: row["question"])
def test_plain_questions_are_answered(demo_workspace: Workspace, row: dict[str, Any]) -> None:
    assert set_score(demo_workspace.ask(row["question"]).items, row["items"]).f1 == 1
