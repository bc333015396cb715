"""A model as the judge of answers, over real HTTP: what it is asked, what of its replies stands, what is paid for."""

import json
import re
import uuid
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr

from commands import Run, run
from conftest import Neo4j, open_workspace
from gsw_graph.errors import ConfigError, InputError
from gsw_graph.evals.judge import JUDGE, Outcome, Trial, judge, judging, task_of
from gsw_graph.evals.judge_trials import trials
from gsw_graph.evals.predictions import Prediction, read_judged
from gsw_graph.evals.samples import Sample
from gsw_graph.llm.prompts import load_prompt
from gsw_graph.llm.reply import read_parts
from gsw_graph.workspace import Workspace
from model_road import entries
from model_server import Answer, ModelServer, cut_off, half, last_user, parts, refusal

BOATS = Trial("q1", "Which boats lay there?", ("the Alma", "the Brisk", "the Crane"), "The Brisk, and later Alma.")
NONE = Trial("q2", "Who was aboard?", (), "Nobody is named, but perhaps Ida Holm.")
GOOD: dict[str, Any] = {
    "items": ["The Brisk", "Alma"],
    "matches": [
        {"true": 1, "item": 2, "score": 1},
        {"true": 2, "item": 1, "score": 0.5},
        {"true": 3, "item": 0, "score": 0},
    ],
}
EMPTY: dict[str, Any] = {"items": [], "matches": []}
FAIR = [("the Alma", 1.0, "Alma"), ("the Brisk", 0.5, "The Brisk"), ("the Crane", 0.0, None)]
Reply = dict[str, Any] | Answer | str


@pytest.fixture(scope="module")
def bench(neo4j_server: Neo4j) -> Iterator[Workspace]:
    """Yield a workspace that holds nothing but what judges have said."""
    with open_workspace(neo4j_server, "judge") as opened:
        yield opened
        opened.clear()


@pytest.fixture
def hear(bench: Workspace, tmp_path: Path) -> Iterator[Any]:
    """Yield what has trials judged by a model of a name of its own, which has said nothing yet."""

    def judged(server: ModelServer, *some: Trial, model: str = "", **more: Any) -> list[Outcome]:
        given = {"api_key": SecretStr(server.key), "home": str(tmp_path), **more}
        settings = bench.settings.model_copy(update=given)
        workspace = Workspace(settings=settings, embedder=bench.embedder)
        workspace.choose(answers="llm", model=model or f"m-{uuid.uuid4().hex}", base_url=server.base_url)
        try:
            with judging(workspace) as asker:
                return list(judge(asker, some, concurrency=2))
        finally:
            workspace.close()

    yield judged


def scores_of(outcome: Outcome) -> list[tuple[str, float, str | None]]:
    assert outcome.judgement is not None, outcome.error
    scores = outcome.judgement.model_dump()["scores"]
    return [(one["item"], one["score"], one["said"]) for one in scores]


def reply_of(said: Reply) -> Answer | str:
    return parts(said) if isinstance(said, dict) else said


# -- what is asked, and what stands -----------------------------------------------------------------------------------


def test_each_answer_is_shown_with_its_true_items_and_has_a_call_of_its_own(hear: Any) -> None:
    seen: list[dict[str, Any]] = []

    def reply(request: dict[str, Any]) -> Answer:
        seen.append(request)
        return parts(GOOD if "boats" in last_user(request) else {"items": ["Ida Holm"], "matches": []})

    with ModelServer(reply) as server:
        one, other = hear(server, BOATS, NONE, model="gpt-4o-mini")
    assert (one.id, scores_of(one), one.judge) == ("q1", FAIR, "gpt-4o-mini")
    assert one.judgement and one.judgement.items == ("The Brisk", "Alma")
    assert (other.id, scores_of(other), other.judgement and other.judgement.items) == ("q2", [], ("Ida Holm",))
    assert {request["messages"][0]["content"] for request in seen} == {load_prompt("judge").system}
    assert sorted(map(last_user, seen)) == [
        "<item 1>\nQuestion: Which boats lay there?\nTrue items:\n[1] the Alma\n[2] the Brisk\n[3] the Crane\n"
        "Answer: The Brisk, and later Alma.\n</item 1>",
        "<item 1>\nQuestion: Who was aboard?\nTrue items:\nnone\n"
        "Answer: Nobody is named, but perhaps Ida Holm.\n</item 1>",
    ]


def test_nobody_is_asked_about_an_answer_that_says_nothing(hear: Any) -> None:
    with ModelServer(lambda _: parts(GOOD)) as server:
        [outcome] = hear(server, BOATS._replace(answer=" \n"))
        assert server.requests.total() == 0
    assert scores_of(outcome) == [(truth, 0.0, None) for truth in BOATS.truths]
    assert (outcome.judge, outcome.judgement and outcome.judgement.items) == ("", ())


def test_the_same_answer_is_judged_once(hear: Any, bench: Workspace) -> None:
    with ModelServer(lambda _: parts(GOOD)) as server:
        same = [BOATS, BOATS._replace(id="q9"), BOATS._replace(question=" Which  boats lay there? ")]
        first = hear(server, *same, model="gpt-4o-mini-once")
        again = hear(server, *same, model="gpt-4o-mini-once")
        assert server.requests.total() == 1
        assert first == again and [scores_of(one) for one in first] == [FAIR] * 3
        hear(server, BOATS._replace(answer="Alma."), model="gpt-4o-mini-once")
        assert server.requests.total() == 2, "another answer is another matter"
        [row] = [row for row in bench.spending() if row["model"] == "gpt-4o-mini-once"][:1]
        assert row["task"] == "judge" and row["tokens_in"] > 300


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        ({"items": ["Alma"], "matches": GOOD["matches"][:2]}, "at least 3 items"),
        ({"items": GOOD["items"], "matches": [*GOOD["matches"], {"true": 4, "item": 0, "score": 0}]}, "at most 3"),
        ({**GOOD, "matches": [{**one, "score": 2} for one in GOOD["matches"]]}, "a score is 0, 0.5 or 1"),
        ({**GOOD, "matches": [{**one, "score": 0.7} for one in GOOD["matches"]]}, "a score is 0, 0.5 or 1"),
        ({**GOOD, "items": ["Alma"]}, "no item of the answer"),
        ({**GOOD, "matches": [{**one, "item": 1, "score": 1} for one in GOOD["matches"]]}, "one true item at most"),
        ({**GOOD, "matches": [{**one, "true": 1} for one in GOOD["matches"]]}, "each true item once"),
        ("Two of three, I should say.", "no JSON"),
        (half(parts(GOOD)), "breaks off"),
    ],
    ids=["a true item is missing", "one too many", "2", "0.7", "no such item", "twice", "no number", "prose", "half"],
)
def test_a_reply_that_cannot_be_used_is_asked_for_once_more(hear: Any, bad: Reply, reason: str) -> None:
    replies = iter([reply_of(bad), parts(GOOD)])
    asked: list[str] = []

    def reply(request: dict[str, Any]) -> Answer | str:
        asked.append(last_user(request))
        return next(replies)

    with ModelServer(reply) as server:
        [outcome] = hear(server, BOATS)
    assert scores_of(outcome) == FAIR
    assert len(asked) == 2 and reason in asked[1]


def test_a_second_bad_reply_is_a_failure_with_its_reason_and_is_asked_for_anew_in_another_run(
    hear: Any, bench: Workspace
) -> None:
    replies = [EMPTY, EMPTY, GOOD]

    def reply(request: dict[str, Any]) -> Answer:
        return parts(replies.pop(0) if "boats" in request["messages"][1]["content"] else EMPTY)

    with ModelServer(reply) as server:
        one, other = hear(server, BOATS, NONE, model="m-twice-bad", concurrency=1)
        assert one.judgement is None and one.error.startswith("Two replies could not be used. matches:")
        assert other.judgement is not None, "the others are judged"
        kept = [entry for entry in entries(bench, "reply", "failed") if "Two replies" in entry["reason"]]
        assert len(kept) == 1
        [again] = hear(server, BOATS, model="m-twice-bad")
    assert scores_of(again) == FAIR


def test_a_reply_that_is_cut_off_gets_more_room_once(hear: Any) -> None:
    limits: list[int] = []

    def reply(request: dict[str, Any]) -> Answer:
        limits.append(request.get("max_completion_tokens") or request["max_tokens"])
        return cut_off(parts(GOOD)) if len(limits) == 1 else parts(GOOD)

    with ModelServer(reply) as server:
        [outcome] = hear(server, BOATS)
    assert scores_of(outcome) == FAIR
    assert limits[1] == 2 * limits[0]
    with ModelServer(lambda _: cut_off(parts(GOOD))) as server:
        [outcome] = hear(server, BOATS)
    assert outcome.judgement is None and "cut off" in outcome.error


def test_a_refused_answer_fails_alone(hear: Any) -> None:
    with ModelServer(lambda request: refusal() if "boats" in last_user(request) else parts(EMPTY)) as server:
        one, other = hear(server, BOATS, NONE)
    assert "refused" in one.error and other.error == ""


def test_no_model_judges_that_was_not_chosen(workspace: Workspace) -> None:
    workspace.choose(operator="local")
    with pytest.raises(ConfigError, match="No model was chosen"), judging(workspace):
        pass


# -- the record -------------------------------------------------------------------------------------------------------


@given(st.text(), st.lists(st.text(min_size=1), max_size=4), st.text())
def test_each_part_of_a_trial_is_one_line(question: str, truths: Sequence[str], answer: str) -> None:
    lines = Trial("q", question, tuple(truths), answer).text.split("\n")
    assert len(lines) == 3 + max(len(truths), 1)
    assert lines[0].startswith("Question:") and lines[1] == "True items:" and lines[-1].startswith("Answer:")


MATCH = st.builds(
    lambda true, item, score: {"true": true, "item": item, "score": score},
    *(st.integers(-1, 4), st.integers(-1, 4), st.sampled_from([-1, 0, 0.25, 0.5, 1, 1.5])),
)


@given(st.lists(st.sampled_from(["a", "b", " "]), max_size=3), st.lists(MATCH, max_size=4), st.integers(0, 4))
def test_whatever_is_replied_a_judgement_is_sound(items: list[str], matches: list[Any], truths: int) -> None:
    trial = Trial("q", "Which?", tuple("abcd"[:truths]), "a")
    text = json.dumps({"replies": [{"number": 1, "items": items, "matches": matches}]})
    found = read_parts(text, task_of(trial), 1)
    for part in found.parts.values():
        judged = part.model_dump()
        scores = [one["score"] for one in judged["matches"]]
        assert len(scores) == truths and set(scores) <= {0, 0.5, 1}
        assert sum(scores) <= min(truths, len(judged["items"])), "so that no precision is above 1"
    assert found.parts or found.errors[1]


def test_each_number_of_true_items_has_the_same_prompt_and_log_keys() -> None:
    assert {task_of(BOATS).uid, task_of(NONE).uid} == {JUDGE.uid}


# -- files ------------------------------------------------------------------------------------------------------------


def sample(uid: str, *expected: str) -> Sample:
    return Sample(uid, f"{uid}?", "(t, *, *, *)", "Event contents", "all", "1", expected, (4,), 1)


def test_trials_come_from_answers_and_what_cannot_be_judged_is_counted(tmp_path: Path) -> None:
    samples = [sample("a", "x"), sample("b", "x"), sample("c", "Full chapter 4"), sample("d", "y"), sample("e")]
    said = {
        "a": Prediction(id="a", items=("x", "y"), text=""),
        "b": Prediction(id="b", items=(), error="timed out"),
        "c": Prediction(id="c", items=(), text="They sailed."),
        "e": Prediction(id="e", items=(), text="The workspace does not say.", abstained=True),
    }
    found = trials(samples, said)
    assert found == ([Trial("a", "a?", ("x",), "x; y"), Trial("e", "e?", (), "")], 1, 1, 1)
    (tmp_path / "chapters").mkdir()
    (tmp_path / "chapters" / "004.txt").write_text("All of it.", encoding="utf-8")
    assert trials(samples, said, tmp_path).trials[1] == Trial("c", "c?", ("All of it.",), "They sailed.")
    event: dict[str, Any] = {
        "chapter": 4,
        "date": "4 May 1911",
        "location": "Wend",
        "entity": "Ida",
        "content": "Sailing",
    }
    event |= {"detail": "Tacked", "other_entities": ["Tam", "Bo"]}
    (tmp_path / "events.jsonl").write_text(json.dumps(event), encoding="utf-8")
    [truth] = trials(samples, said, tmp_path).trials[1].truths
    assert truth == "content: Sailing; detail: Tacked; entity: Ida; location: Wend; date: 4 May 1911; others: Tam, Bo"
    (tmp_path / "events.jsonl").write_text('{"chapter": 4}', encoding="utf-8")
    with pytest.raises(InputError, match="Line 1 of"):
        trials(samples, said, tmp_path)


def test_the_command_writes_what_the_scorer_reads(
    bench: Workspace, gsw: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    row: dict[str, Any] = {
        "id": "q1",
        "question": BOATS.question,
        "cue": "(t, *, *, *)",
        "retrieval_type": "Event contents",
    }
    row |= {"get": "all", "correct_answer": list(BOATS.truths), "correct_answer_chapters": [1, 2, 3]}
    Path("questions.jsonl").write_text(
        "\n".join(json.dumps({**row, "id": name}) for name in ("q1", "q2", "q3")), encoding="utf-8"
    )
    said = [{"id": "q1", "items": [], "text": BOATS.answer}, {"id": "q2", "items": ["Brisk"]}]
    Path("gsw.predictions.jsonl").write_text("\n".join(map(json.dumps, said)), encoding="utf-8")
    files = ("gsw.predictions.jsonl", "--questions", "questions.jsonl", "--out", "out/gsw.judged.jsonl")
    with ModelServer(lambda request: parts(GOOD) if BOATS.answer in last_user(request) else "Brisk!") as server:
        monkeypatch.setenv("GSW_API_KEY", server.key)
        model = f"m-{uuid.uuid4().hex}"
        bench.choose(answers="llm", model=model, base_url=server.base_url)
        result = gsw("eval", "judge", *files, "-w", bench.name, "--home", str(tmp_path))
    assert result.exit_code == 1, result.output
    assert re.search(r"judged +1\n", result.stdout) and re.search(r"no answer in the file +1\n", result.stdout)
    assert "q2: Two replies could not be used." in result.stderr and "3 calls" in result.stderr
    found = read_judged(Path("out/gsw.judged.jsonl"))
    assert found.keys() == {"q1"}
    assert (found["q1"].items, found["q1"].values) == (("The Brisk", "Alma"), (1.0, 0.5, 0.0))
    assert found["q1"].pairs == ("Alma", "The Brisk", None)
    line = json.loads(Path("out/gsw.judged.jsonl").read_text(encoding="utf-8"))
    assert (line["judge"], line["answer"]) == (model, BOATS.answer)


@pytest.mark.parametrize("out", ["gsw.predictions.jsonl", "questions.jsonl", "notes.md"])
def test_a_file_that_is_none_of_judgements_is_not_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, out: str
) -> None:
    monkeypatch.chdir(tmp_path)
    row = {
        "id": "q1",
        "question": "?",
        "cue": "(t, *, *, *)",
        "retrieval_type": "Times",
        "get": "all",
        "correct_answer": [],
    }
    Path("questions.jsonl").write_text(json.dumps(row), encoding="utf-8")
    Path("gsw.predictions.jsonl").write_text('{"id": "q1", "items": ["x"]}', encoding="utf-8")
    Path("notes.md").write_text("Mine.", encoding="utf-8")
    before = Path(out).read_bytes()
    result = run("eval", "judge", "gsw.predictions.jsonl", "--questions", "questions.jsonl", "--out", out)
    assert result.exit_code == 1 and "holds something else than judgements" in result.stderr
    assert Path(out).read_bytes() == before


def test_a_spent_budget_keeps_what_was_judged_and_a_later_run_asks_for_the_rest(
    bench: Workspace, gsw: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    row: dict[str, Any] = {"question": "?", "cue": "(t, *, *, *)", "retrieval_type": "Event contents", "get": "all"}
    lines = [json.dumps({**row, "id": str(number), "correct_answer": []}) for number in range(8)]
    Path("questions.jsonl").write_text("\n".join(lines), encoding="utf-8")
    said = [json.dumps({"id": str(number), "items": [f"boat {number}"]}) for number in range(8)]
    Path("gsw.predictions.jsonl").write_text("\n".join(said), encoding="utf-8")
    files = ("gsw.predictions.jsonl", "--questions", "questions.jsonl", "--out", "gsw.judged.jsonl")
    args = ("eval", "judge", *files, "-w", bench.name, "--home", str(tmp_path), "--concurrency", "1")
    with ModelServer(lambda _: parts(EMPTY)) as server:
        monkeypatch.setenv("GSW_API_KEY", server.key)
        bench.choose(answers="llm", model=f"m-{uuid.uuid4().hex}", base_url=server.base_url)
        stopped = gsw(*args, "--budget", "3ktok")
        asked, kept = server.requests.total(), len(read_judged(Path("gsw.judged.jsonl")))
        again = gsw(*args)
        assert (stopped.exit_code, again.exit_code) == (1, 0), stopped.stderr + again.stderr
        assert 0 < asked < 8 and 0 < kept <= asked
        assert server.requests.total() == 8, "what was paid for is not asked again"
    assert len(read_judged(Path("gsw.judged.jsonl"))) == 8
