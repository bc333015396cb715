"""Measuring from end to end: a small benchmark of our own, and questions of our own, with the real database."""

import json
from pathlib import Path
from typing import Any

import pytest

from commands import Run, loaded
from gsw_graph.errors import InputError, OperatorError
from gsw_graph.evals.own_questions import OwnQuestion, OwnResult, ask_own, own_groups, read_own
from gsw_graph.views import Answer

CHAPTERS = {
    "001.txt": "On 3 May 2021 Ana Ortiz met Bo Lindqvist at Quarry House. Ana Ortiz gave a speech about the harbour.",
    "002.txt": "The regatta took place at Mill Bay on 9 June 2021. Ravi Menon won the race at Mill Bay.",
    "003.txt": "On 20 August 2021 Ana Ortiz sold the ledger at Gull Tower. The bidders shouted their prices.",
}


def question(uid: str, text: str, kind: str, expected: list[str], chapters: list[int], **other: Any) -> dict[str, Any]:
    found = {"id": uid, "question": text, "retrieval_type": kind, "correct_answer": expected, "get": "all"}
    return found | {"correct_answer_chapters": chapters, "n_chapters": len(chapters), "cue": "(t, *, ent, *)"} | other


QUESTIONS = [
    question("1", "Where was Ana Ortiz on 3 May 2021?", "Spaces", ["Quarry House"], [1]),
    question("2", "When was Ana Ortiz at Gull Tower?", "Times", ["August 20, 2021"], [3]),
    question("3", "Where was Ravi Menon on 3 May 2021?", "Spaces", [], []),
    question("4", "Where was Ana Ortiz on 20 August 2021?", "Spaces", ["The Moon"], [3]),
    question("5", "What did Ana Ortiz do on 20 August 2021?", "Event contents", ["an auction"], [3]),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Make a benchmark."""
    made = tmp_path / "Three Chapters"
    (made / "chapters").mkdir(parents=True)
    for name, body in CHAPTERS.items():
        (made / "chapters" / name).write_text(body, encoding="utf-8")
    (made / "questions_dev.jsonl").write_text("\n".join(map(json.dumps, QUESTIONS)), encoding="utf-8")
    return made


def test_a_benchmark_is_taken_in_asked_and_scored(gsw: Run, fresh: str, folder: Path, tmp_path: Path) -> None:
    args = ("eval", "epbench", "--data", str(folder), "--out", str(tmp_path / "out"), "-w", fresh)
    first = gsw(*args, "--arm", "gsw", "--arm", "abstain", "--json")
    assert "gsw: 4 questions asked" in first.stderr
    rows = loaded(first)["tables"]
    f1 = {arm: row["F1"]["value"] for arm, row in rows["exact harsh"]["rows"].items()}
    assert f1 == {"gsw": 0.75, "abstain": 0.25}
    assert rows["chapters"]["rows"]["gsw"]["P"]["value"] == rows["chapters"]["rows"]["gsw"]["R"]["value"] == 1
    line, *_ = (tmp_path / "out" / "gsw.predictions.jsonl").read_text(encoding="utf-8").splitlines()
    said = json.loads(line)
    assert (said["id"], said["items"], said["chapters"], said["error"]) == ("1", ["Quarry House"], [1], "")
    assert said["tokens"] > 0 and said["seconds"] > 0 and said["settings"]["arm"] == "gsw"

    again = gsw(*args, "--kind", "all")
    assert "gsw: 1 questions asked, 4 answered before" in again.stderr
    assert "right chapters, wrong item: place" in again.stdout
    other = gsw(*args, "--max-tokens", "200", "--count", "2")
    assert "gsw: 2 questions asked, 5 answers with other settings dropped" in other.stderr
    assert other.stdout.startswith("# EpBench, Three Chapters, 2 questions drawn with seed 1\n")
    assert gsw("eval", "epbench", "--data", str(folder), "--count", "9", "-w", fresh).exit_code == 1
    assert "No arm is named" in gsw(*args, "--arm", "nonsense").stderr

    (folder / "chapters" / "003.txt").rename(folder / "chapters" / "004.txt")
    refused = gsw(*args)
    assert (
        refused.exit_code == 1 and "holds documents that are not of the benchmark, such as '003.txt'" in refused.stderr
    )


def test_a_folder_that_is_no_benchmark_is_refused(gsw: Run, folder: Path) -> None:
    assert "has no folder 'chapters'" in gsw("eval", "epbench", "--data", str(folder / "chapters")).stderr
    (folder / "questions_dev.jsonl").unlink()
    assert "has none of questions.jsonl" in gsw("eval", "epbench", "--data", str(folder)).stderr


# -- questions of our own ----------------------------------------------------------------------------------------------


def own(asks: str, expected: list[str], accepts: list[list[str]] | None = None, get: str = "all") -> OwnQuestion:
    line = {"id": "q", "memory": "m", "question": "?", "asks": asks, "get": get, "correct_answer": expected}
    return OwnQuestion.model_validate(line | {"accepts": accepts or [[] for _ in expected]})


def scored(question: OwnQuestion, *items: str, text: str = "") -> OwnResult:
    said = Answer(question="?", text=text or "; ".join(items), items=items, abstained=not items and not text)
    return ask_own([question], lambda _: said)[0]


PEOPLE = own("who", ["Ana Ortiz", "Ravi Menon"], [["Ana"], ["Mr. Menon"]], "chronological")


@pytest.mark.parametrize(
    ("question", "items", "text", "harsh", "right"),
    [
        (own("who", ["Ana Ortiz"], [["Ana"]]), ["Ana"], "", 1, True),
        (own("who", ["Ana Ortiz"], [["Ana"]]), ["Ana", "Ana Ortiz"], "", 1, True),
        (own("who", ["Ana Ortiz"]), ["Ana Ortiz", "Bo"], "", 2 / 3, False),
        (PEOPLE, ["Ana", "Mr. Menon"], "", 1, True),
        (PEOPLE, ["Mr. Menon", "Ana"], "", 1, False),
        (own("when", ["9 June 2021"]), ["2021-06-09"], "", 1, True),
        (own("who", []), [], "", 1, True),
        (own("who", []), ["Bo"], "", 0, False),
        (own("how many", ["3"], [["three"]]), ["three"], "", 1, True),
        (own("yes/no", ["no"]), [], "No: she was at Mill Bay.", 1, True),
        (own("yes/no", ["no"]), ["Ana Ortiz"], "Yes, Ana Ortiz was.", 0, False),
        (own("yes/no", ["yes"]), ["yes"], "It says so.", 1, True),
        (own("what", ["lending the ledger"]), ["Ana sold the ledger"], "", 0, False),
        (own("what", ["sell the ledger"], [["sold the ledger"]]), ["sold an old ledger"], "", 1, True),
        (own("what", ["selling the ledger"]), ["sells the ledger", "rows"], "", 2 / 3, False),
        (own("describe", ["Gull Tower", "the bidders shouted"]), [], "At Gull Tower bidders were shouting.", 1, True),
        (own("describe", ["Gull Tower", "shouting"]), [], "At Gull Tower she sang.", 2 / 3, False),
        (own("describe", []), [], "", 1, True),
        (own("what", ["it"]), ["rows"], "", 0, False),
        (own("who", ["Ana Ortiz", "the Ana Ortiz"]), ["Ana Ortiz"], "", 1, True),
        (own("who", ["Ana"], [["Ana Ortiz"]], "chronological"), ["Ana Ortiz"], "", 1, True),
        (own("yes/no", []), [], "", 1, True),
        (own("yes/no", ["yes"]), [], "Yes. Perhaps no.", 1, True),
    ],
)
def test_own_questions(question: OwnQuestion, items: list[str], text: str, harsh: float, right: bool) -> None:
    found = scored(question, *items, text=text)
    assert found.harsh == pytest.approx(harsh)
    assert found.right == right


def test_an_own_question_that_cannot_be_asked_is_wrong_and_says_why() -> None:
    def fail(_: str) -> Answer:
        raise OperatorError("The reply was cut off.")

    (found,) = ask_own([own("who", [])], fail)
    assert (found.harsh, found.right, found.error) == (0, False, "The reply was cut off.")


def test_figures_of_own_questions_are_by_what_they_ask() -> None:
    results = [scored(own("who", ["Ana"]), "Ana"), scored(own("where", []), "Mill Bay"), scored(PEOPLE, "Ana")]
    found = {one.name: (one.questions, one.right) for one in own_groups(results)}
    by_asks = {"all": (3, 1), "asks who": (2, 1), "asks where": (1, 0)}
    assert found == by_asks | {"get all": (2, 1), "get chronological": (1, 0), "no answer in the text": (1, 0)}


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('{"id": "a"}', "is no question"),
        (own("who", ["x"]).model_copy(update={"accepts": ()}).model_dump_json(), "accepts other items"),
        (own("who", ["x"]).model_dump_json(), "has no question about 'n', but about m"),
        ("\n".join([own("who", ["x"]).model_dump_json()] * 2), "Line 2 of .* a second time"),
        ("", "has no question"),
    ],
)
def test_own_questions_that_cannot_be_used_are_refused(tmp_path: Path, line: str, why: str) -> None:
    file = tmp_path / "own.jsonl"
    file.write_text(line, encoding="utf-8")
    with pytest.raises(InputError, match=why):
        read_own(file, "n")


def test_own_questions_are_asked_of_a_workspace(gsw: Run, quarry: str, tmp_path: Path) -> None:
    lines = [
        own("where", ["Tollen Quarry"]).model_copy(update={"question": "Where was Ada Quill on 3 March 1994?"}),
        own("where", ["The Moon"]).model_copy(update={"id": "r", "question": "Where was Ada Quill on 20 June 1994?"}),
    ]
    file = tmp_path / "own.jsonl"
    file.write_text("\n".join(line.model_dump_json() for line in lines), encoding="utf-8")
    args = ("eval", "questions", str(file), "--memory", "m", "-w", quarry)
    assert [one["harsh"] for one in loaded(gsw(*args, "--json"))["results"]] == [1, 0]
    shown = gsw(*args).stdout
    assert "Mistakes: 1" in shown and "The Moon" in shown and "Tollen Quarry" not in shown
