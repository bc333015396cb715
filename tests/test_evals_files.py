"""Files that an evaluation reads and writes: as editors and other systems leave them, cut off, or another's."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gsw_graph.errors import InputError
from gsw_graph.evals.asking import ask_all
from gsw_graph.evals.epbench import read_questions
from gsw_graph.evals.judge_trials import trials
from gsw_graph.evals.own_questions import read_own
from gsw_graph.evals.predictions import Prediction, as_line, read_judged, read_predictions
from gsw_graph.evals.samples import Sample
from gsw_graph.views import Answer

PREDICTED = {"id": "a", "items": ["Ana"], "text": "One line,\u2028another\x85and\x0cone more."}
JUDGED = {"id": "a", "items": ["Ana\u2029"], "scores": [1]}
QUESTION = {
    "id": "a",
    "question": "Who\u2028was there?",
    "cue": "(t, *, *, *)",
    "retrieval_type": "Entities",
    "get": "all",
    "correct_answer": ["Ana"],
    "correct_answer_chapters": [1],
}
OWN = {
    "id": "a",
    "memory": "m",
    "question": "Who\x85was there?",
    "asks": "who",
    "get": "all",
    "correct_answer": [],
    "accepts": [],
}
READERS: list[tuple[Callable[[Path], Any], dict[str, Any]]] = [
    (read_predictions, PREDICTED),
    (read_judged, JUDGED),
    (lambda path: read_questions(path)[0], QUESTION),
    (read_own, OWN),
]


@pytest.mark.parametrize(("read", "row"), READERS)
def test_files_are_read_as_editors_leave_them(tmp_path: Path, read: Callable[[Path], Any], row: dict[str, Any]) -> None:
    lines = [json.dumps({**row, "id": uid}, ensure_ascii=False) for uid in ("a", "b")]
    plain, marked = tmp_path / "plain.jsonl", tmp_path / "marked.jsonl"
    plain.write_bytes("\n".join(lines).encode())
    marked.write_bytes(b"\xef\xbb\xbf" + "\r\n\r\n".join(lines).encode() + b"\r\n \r\n")
    assert len(read(plain)) == 2
    assert read(marked) == read(plain)


@pytest.mark.parametrize(("read", "row"), READERS)
@pytest.mark.parametrize("coding", ["latin-1", "utf-16"])
def test_files_in_another_coding_are_refused_with_their_line(
    tmp_path: Path, read: Callable[[Path], Any], row: dict[str, Any], coding: str
) -> None:
    file = tmp_path / "x.jsonl"
    file.write_bytes(json.dumps({"id": "José"} | {**row, "id": "José"}, ensure_ascii=False).encode(coding, "replace"))
    with pytest.raises(InputError, match="Line 1 of"):
        read(file)


def test_the_events_of_a_benchmark_are_read_as_editors_leave_them(tmp_path: Path) -> None:
    event = {
        "chapter": 1,
        "content": "sale",
        "detail": "x\u2028y",
        "entity": "Ana",
        "location": "Quay",
        "date": "9 May",
    }
    (tmp_path / "events.jsonl").write_bytes(b"\xef\xbb\xbf" + json.dumps(event, ensure_ascii=False).encode() + b"\n\n")
    one = Sample("a", "What?", "(t, *, *, *)", "Full event details", "all", "1", ("Full chapter 1",), (1,), 1)
    assert trials([one], {"a": Prediction(id="a", items=("a sale",))}, tmp_path).without_truth == 0


# -- asking ------------------------------------------------------------------------------------------------------------

SAMPLES = [Sample(uid, f"Who was {uid}?", "(t, *, *, *)", "Entities", "all", "0", ()) for uid in ("José", "Bo")]
SETTINGS = {"arm": "gsw"}


def ask(file: Path) -> int:
    """Ask the questions and return how many were answered before."""
    answer = Answer(question="?", text="José.", items=("José",))
    return ask_all(lambda _: answer, SAMPLES, file, settings=SETTINGS, number=lambda one: one.chapter).kept


@pytest.mark.parametrize("cut", [1, 2, 30, -3])
def test_a_run_that_was_killed_while_it_wrote_goes_on(tmp_path: Path, cut: int) -> None:
    file = tmp_path / "gsw.predictions.jsonl"
    ask(file)
    first, second = file.read_bytes().splitlines(keepends=True)
    at = second.index("é".encode()) + 1 if cut == 2 else cut
    file.write_bytes(first + second[:at])
    assert ask(file) == 1
    assert list(read_predictions(file)) == ["José", "Bo"]


def test_a_broken_line_that_no_killed_run_leaves_is_refused_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "gsw.predictions.jsonl"
    for text in ('{"id": "a"\n', '{"id": "a"}', "Mine."):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(InputError, match="Line 1 of"):
            ask(file)
        assert file.read_text(encoding="utf-8") == text


def test_anothers_predictions_are_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "gsw.predictions.jsonl"
    file.write_text(as_line(Prediction(id="José", items=("Ana",))), encoding="utf-8")
    with pytest.raises(InputError, match="not made by"):
        ask(file)
    assert read_predictions(file)["José"].items == ("Ana",)
