"""Each benchmark runs on something tiny and prints its figures; how large they are is not for tests."""

import json
from pathlib import Path

import pytest

from benchmarks import ask, identity, ingest, marginal, model_calls, model_scale, model_tokens, start, write
from benchmarks.clock import Clock
from benchmarks.database import Database
from benchmarks.figures import Figure, report
from benchmarks.renamed import copies
from benchmarks.said_by_rules import Replies, asking, documents_of, has_replies, replies_to, serving
from conftest import Neo4j
from gsw_graph.text import from_text


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


@pytest.mark.usefixtures("served")
def test_identity(capsys: pytest.CaptureFixture[str]) -> None:
    identity.main(["--half", "dev", "--text", "01-museum", "--mistakes"])
    head, figures, *mistakes = capsys.readouterr().out.splitlines()
    assert head.split()[:2] == ["texts", "mentions"]
    assert figures.split()[:3] == ["dev", "1", "12"]
    assert all("01-museum museum.txt:" in line for line in mistakes if line)


def test_the_labelled_mentions_of_identity_are_many_and_stand_in_their_texts() -> None:
    halves = {half: sorted((identity.TEXTS / half).glob("*.txt")) for half in identity.HALVES}
    assert min(map(len, halves.values())) >= 6
    mentions = 0
    for path in (path for paths in halves.values() for path in paths):
        text = identity.load(path)
        mentions += len(text.mentions)
        for one in text.mentions:
            assert text.documents[one.document][one.start : one.end] == one.surface
        assert not any(sign in body for body in text.documents.values() for sign in "[]|")
    assert mentions >= 120


def test_start(capsys: pytest.CaptureFixture[str]) -> None:
    start.main(["--runs", "1"])
    printed = capsys.readouterr().out
    for field in ("start without a store", "start with a store", "stop", "memory after a start and one query"):
        assert field in printed


@pytest.mark.usefixtures("served")
def test_model_calls(story: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_calls, "SECONDS", 1.0)
    model_calls.main([str(story), "--at", "2", "--runs", "1"])
    calls, ingest, faults = capsys.readouterr().out.split("2 at a time")[1:]
    for field in ("share of the ideal throughput", "waiting for the log to say what is there"):
        assert field in calls
    for field in ("chunks or documents lost", "vectors of chunks", "waiting for what chunks say"):
        assert field in ingest
    for field in ("calls sent for one that was needed", "inputs paid for again"):
        assert field in faults


@pytest.mark.usefixtures("served")
def test_model_tokens(story: Path, questions: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model_tokens.main([str(story), "--chunks-per-call", "1", "4", "--questions", str(questions)])
    printed = capsys.readouterr().out
    for field in ("1 chunks per call", "4 chunks per call", "annotate", "gpt-4o", "1 questions", "answer", "USD"):
        assert field in printed


@pytest.mark.usefixtures("served")
def test_model_scale(story: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model_scale.main([str(story), "--copies", "12"])
    printed = capsys.readouterr().out
    for field in ("cost of a chunk, last tenth against the first", "tenth 10", "documents that failed"):
        assert field in printed
    assert printed.split("documents that failed")[1].split()[0] == "0"


@pytest.mark.usefixtures("served")
def test_marginal(story: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marginal, "EACH", 2)
    monkeypatch.setattr(marginal, "CHAPTERS", 2)
    marginal.main(["--data", str(story.parent), "--copies", "2", "--mentions", "12", "--runs", "1"])
    one_by_one, copies, actor = capsys.readouterr().out.split("\n\n")[1:]
    assert "chapter 1: a chunk" in one_by_one and "last against first " in one_by_one
    assert "copy 2: reconciler, a chunk" in copies and "last against first, reconciler" in copies
    for field in ("An actor with 14 mentions", "one more mention, reconciler", "split in two", "undoing the split"):
        assert field in actor


def said_of(replies: Replies, task: str) -> str:
    return json.dumps(list(replies[task].values()))


def test_rules_say_what_a_model_would(story: Path) -> None:
    replies = replies_to(documents_of(story))
    assert "Lena Ortiz | person | she" in said_of(replies, "annotate")
    assert "Lena Ortiz | captain" in said_of(replies, "extract")
    assert "give | gave him a letter | agent: Lena Ortiz | patient: letter | recipient: Paul Reyes" in said_of(
        replies, "extract"
    )
    assert "scene | " in said_of(replies, "couple")


def test_nothing_that_rules_say_is_refused(neo4j_server: Neo4j) -> None:
    harbour = Path(__file__).parent / "data" / "harbour.md"
    server = Database(neo4j_server.uri, neo4j_server.user, neo4j_server.password)
    with serving(replies_to(documents_of(harbour))) as model, asking(model, server) as workspace:
        (report,) = workspace.ingest(harbour)
        assert (report.status, report.failed) == ("done", 0)
        assert report.refused <= report.chunks // 10


def test_a_copy_has_other_names_and_the_same_words() -> None:
    one = from_text("Then Lena Ortiz came in May. When she saw Paul, Lena left.", key="a.txt")
    found: Replies = {}
    made = list(copies([one], 3, found))
    assert all(has_replies(copy, found) for copy in made)
    first, second, third = [copy.text for copy in made]
    assert first == one.text
    assert second.split()[:2] != one.text.split()[:2] and "May" in second and "When she" in second
    assert len({first, second, third}) == 3
    assert second.count("Lenaba") == 2


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
