"""Each benchmark runs on something tiny and prints its figures; how large they are is not for tests."""

import json
from pathlib import Path

import pytest

from benchmarks import ask, ingest, start, write
from benchmarks.clock import Clock
from benchmarks.figures import Figure, report
from conftest import Neo4j


class Sleeper:
    def outer(self) -> str:
        return f"outer {self.inner()}"

    def inner(self) -> str:
        return "inner"


@pytest.fixture
def story(tmp_path: Path) -> Path:
    text = "Lena Ortiz, the captain, met Paul Reyes at Alder Hall on 3 May 2020. She gave him a letter."
    (tmp_path / "story.txt").write_text(text, encoding="utf-8")
    return tmp_path / "story.txt"


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    row = {
        "id": "q1",
        "question": "Who was at Alder Hall on May 3, 2020?",
        "cue": "(t, s, *, *)",
        "retrieval_type": "Entities",
        "get": "all",
        "bin": "2",
        "correct_answer": ["Lena Ortiz", "Paul Reyes"],
    }
    (tmp_path / "questions.jsonl").write_text(json.dumps(row), encoding="utf-8")
    return tmp_path / "questions.jsonl"


@pytest.fixture
def served(neo4j_server: Neo4j, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GSW_NEO4J_URI", neo4j_server.uri)
    monkeypatch.setenv("GSW_NEO4J_USER", neo4j_server.user)
    monkeypatch.setenv("GSW_NEO4J_PASSWORD", neo4j_server.password)


@pytest.mark.usefixtures("served")
def test_ingest(story: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ingest.main([str(story), "--runs", "1"])
    printed = capsys.readouterr().out
    for field in (
        "ingest / (bare parse + bare vectors)",
        "peak memory of Python",
        "spaCy parse",
        "database: reconcile",
    ):
        assert field in printed


@pytest.mark.usefixtures("served")
def test_write(story: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write.main([str(story), "--runs", "1"])
    printed = capsys.readouterr().out
    for field in ("speed against bare CREATE", "speed against bare MERGE", "written in a second, gsw-graph"):
        assert field in printed


@pytest.mark.usefixtures("served")
def test_ask(story: Path, questions: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ask.main([str(story), str(questions), "--runs", "1"])
    printed = capsys.readouterr().out
    for field in ("answer, warm, p50", "answer, warm, p95", "parse of the question", "database: match/chapter_facts"):
        assert field in printed


def test_start(capsys: pytest.CaptureFixture[str]) -> None:
    start.main(["--runs", "1"])
    printed = capsys.readouterr().out
    for field in ("start without a store", "start with a store", "stop", "memory after a start and one query"):
        assert field in printed


def test_a_figure_shows_its_median_spread_and_aim() -> None:
    met, missed = Figure("time", [3.0, 1.0, 2.0], "s", "<= 2"), Figure("speed", [0.4], "×", ">= 0.5")
    assert met.line().split() == ["time", "2", "s", "1", "to", "3", "aim", "<=", "2:", "met"]
    assert missed.line().split() == ["speed", "0.4", "×", "aim", ">=", "0.5:", "MISSED"]
    assert "100%" in report("title", [met], {"main thread": {"work": 2.0}})


def test_a_clock_counts_the_innermost_and_puts_functions_back() -> None:
    functions = dict(vars(Sleeper))
    one = Sleeper()
    with Clock() as clock:
        clock.wrap(Sleeper, "outer", "outside")
        clock.wrap(one, "inner", lambda: "inside")
        assert one.outer() == "outer inner"
    assert dict(vars(Sleeper)) == functions and not vars(one)
    assert set(clock.parts()["main thread"]) == {"outside", "inside"}
