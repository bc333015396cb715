"""From files of predictions to a report: reading, chapters, oracle, causes, tables."""

import json
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from commands import loaded, run
from gsw_graph.errors import BudgetError, ConfigError, InputError, OperatorError
from gsw_graph.evals.asking import Asked, ask_all, numbering
from gsw_graph.evals.causes import cause, mistakes, named, only_worded
from gsw_graph.evals.chart import draw
from gsw_graph.evals.epbench import read_questions
from gsw_graph.evals.marking import marked, marked_by_judge, oracle
from gsw_graph.evals.predictions import Judgement, Prediction, arm_of, read_judged, read_predictions
from gsw_graph.evals.report import data, markdown, reported
from gsw_graph.evals.samples import Sample, beyond, bin_of, drawn
from gsw_graph.evals.statistics import Figure
from gsw_graph.views import Answer, ChapterRef

PLACES = {1: "Quarry House", 2: "Mill Bay", 3: "Quarry House"}


def sample(uid: str, expected: str = "", chapters: tuple[int, ...] = (), **other: Any) -> Sample:
    """Return a question; its items are parted by semicolons."""
    items = tuple(expected.split("; ")) if expected else ()
    given: dict[str, Any] = {
        "cue": "(*, *, ent, *)",
        "kind": "Spaces",
        "get": "all",
        "bin": bin_of(len(chapters)),
    } | other
    return Sample(uid, f"Question {uid}?", expected=items, chapters=chapters, **{"matching": len(chapters)} | given)


def said(uid: str, items: str = "", chapters: tuple[int, ...] | None = (), **other: Any) -> Prediction:
    return Prediction(id=uid, items=tuple(items.split("; ")) if items else (), chapters=chapters, **other)


def by_id(*predictions: Prediction) -> dict[str, Prediction]:
    return {one.id: one for one in predictions}


def row(uid: str, expected: list[str], chapters: list[int], **other: Any) -> dict[str, Any]:
    """Return a question as a file has it."""
    question = {"id": uid, "question": "Where?", "cue": "(*, *, ent, *)", "retrieval_type": "Spaces", "get": "all"}
    found = {"bin": bin_of(len(chapters)), "correct_answer": expected, "correct_answer_chapters": chapters}
    return question | found | other


def write(path: Path, rows: Sequence[Mapping[str, Any]]) -> Path:
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


# -- files -------------------------------------------------------------------------------------------------------------


def test_questions_tell_what_is_true_of_each_chapter(tmp_path: Path) -> None:
    rows = [
        row("a", ["Mill Bay"], [2], correct_answer_by_chapter={"2": "Mill Bay"}),
        row("b", ["Ana Ortiz"], [2], retrieval_type="Entities", correct_answer_by_chapter={"2": ["Ana Ortiz"]}),
    ]
    samples, facts = read_questions(write(tmp_path / "questions.jsonl", rows))
    assert [one.bin for one in samples] == ["1", "1"]
    assert facts == {(2, "Spaces"): ("Mill Bay",), (2, "Entities"): ("Ana Ortiz",)}


@pytest.mark.parametrize(
    "wrong",
    [
        {"bin": "many"},
        {"correct_answer": [3]},
        {"correct_answer": "Mill Bay"},
        {"question": None},
        {"correct_answer_chapters": ["x"]},
        {"correct_answer_chapters": "12"},
        {"get": "newest"},
    ],
)
def test_a_question_that_cannot_be_used_is_refused_with_its_line(tmp_path: Path, wrong: dict[str, Any]) -> None:
    file = write(tmp_path / "questions.jsonl", [row("a", [], []), row("b", [], []) | wrong])
    with pytest.raises(InputError, match="Line 2 of"):
        read_questions(file)


def test_a_question_without_chapters_is_scored_but_not_by_its_chapters(tmp_path: Path) -> None:
    bare = row("a", ["Mill Bay"], [], bin="2", get="latest")
    del bare["correct_answer_chapters"]
    (one,), _ = read_questions(write(tmp_path / "questions.jsonl", [bare]))
    assert (one.bin, one.matching) == ("2", 2)
    (found,) = marked([one._replace(get="all")], by_id(said("a", "Mill Bay", (2,))))
    assert (found.mark.f1("harsh"), found.chapters) == (1, None)
    with pytest.raises(InputError, match="no chapters"):
        beyond([one], 19)


def test_the_bin_of_a_question_without_chapters_must_be_told(tmp_path: Path) -> None:
    bare = row("b", ["Mill Bay"], [])
    del bare["bin"]
    with pytest.raises(InputError, match="Line 2 of .* matching chapters"):
        read_questions(write(tmp_path / "questions.jsonl", [row("a", [], []), bare]))


@pytest.mark.parametrize(
    ("told", "matching"),
    [({"bin": "3-5"}, 3), ({"bin": "6+"}, 6), ({"bin": "2", "n_chapters": 2}, 2), ({"bin": "1"}, 1), ({}, 1)],
)
def test_where_only_the_latest_chapter_is_gold_the_bin_tells_how_many_match(
    tmp_path: Path, told: dict[str, Any], matching: int
) -> None:
    latest = row("a", ["Mill Bay"], [9], get="latest") | told
    (one,), _ = read_questions(write(tmp_path / "questions.jsonl", [latest]))
    assert one.matching == matching


def test_other_systems_need_only_ids_and_items(tmp_path: Path) -> None:
    file = write(tmp_path / "other.jsonl", [{"id": "a", "items": ["x"], "model": "theirs"}])
    assert read_predictions(file) == {"a": Prediction(id="a", items=("x",))}
    assert [arm_of(Path(name)) for name in ("other.jsonl", "gsw.predictions.jsonl", "rag.v2.judged.jsonl")] == [
        *("other", "gsw", "rag.v2")
    ]


@pytest.mark.parametrize(
    "wrong",
    [
        {"id": "b"},
        {"id": "b", "items": "x"},
        {"id": "a", "items": []},
        {"id": "b", "items": [], "cost": float("nan")},
        {"id": "b", "items": [], "seconds": float("inf")},
    ],
)
def test_a_prediction_that_cannot_be_used_is_refused_with_its_line(tmp_path: Path, wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="Line 2 of"):
        read_predictions(write(tmp_path / "arm.jsonl", [{"id": "a", "items": []}, wrong]))


@pytest.mark.parametrize(("line", "why"), [("[]", r"\(Input should"), ('{"id": 1, "items": []}', r"\(id: Input")])
def test_what_is_wrong_with_a_line_is_said(tmp_path: Path, line: str, why: str) -> None:
    (tmp_path / "arm.jsonl").write_text(line, encoding="utf-8")
    with pytest.raises(InputError, match=why):
        read_predictions(tmp_path / "arm.jsonl")


def test_questions_beyond_a_chapter_are_those_that_no_earlier_one_answers() -> None:
    samples = [sample("none"), sample("late", "x", (8, 9)), sample("both", "x", (3, 9))]
    assert [one.uid for one in beyond(samples, 7)] == ["none", "late"]
    assert beyond(samples, 0) == samples


def test_a_draw_is_repeatable_and_refuses_too_many() -> None:
    samples = [sample(str(number)) for number in range(9)] + [sample("w", kind="Event contents")]
    assert drawn(samples, 4, 1) == drawn(samples, 4, 1) != drawn(samples, 4, 2)
    assert len(drawn(samples)) == 9 and len(drawn(samples, exact=False)) == 10
    with pytest.raises(InputError, match="9 fitting"):
        drawn(samples, 10)
    with pytest.raises(InputError, match="No question"):
        drawn(samples[9:])


# -- asking ------------------------------------------------------------------------------------------------------------


def ask(file: Path, samples: list[Sample], asked: list[str], **settings: Any) -> Asked:
    """Ask questions of somebody who can't answer those that say so."""

    def answer(question: str) -> Answer:
        asked.append(question)
        if "broken" in question:
            raise OperatorError("The reply was cut off.")
        if "money" in question:
            raise BudgetError("The budget is spent.")
        chapter = ChapterRef(document="b.txt", chapter=4, title="", uid="u")
        return Answer(question=question, text="Here.", items=("Here",), chapters=(chapter, chapter))

    return ask_all(answer, samples, file, settings=settings, number=lambda chapter: chapter.chapter)


def test_what_was_answered_with_the_same_settings_is_not_asked_again(tmp_path: Path) -> None:
    file, asked = tmp_path / "gsw.predictions.jsonl", list[str]()
    samples = [sample("1"), sample("broken"), sample("2")]
    first = ask(file, samples, asked, budget=1)
    assert (len(asked), first.kept, first.failed) == (3, 0, 1)
    assert first.predictions["1"].chapters == (4,)
    assert first.predictions["broken"].error == "The reply was cut off."
    again = ask(file, [*samples, sample("3")], asked, budget=1)
    assert asked[3:] == ["Question broken?", "Question 3?"] and again.kept == 2
    assert read_predictions(file) == again.predictions
    other = ask(file, samples[:1], asked, budget=2)
    assert (other.kept, other.dropped) == (0, 4) and list(read_predictions(file)) == ["1"]


def test_a_spent_budget_stops_the_run_and_keeps_what_was_said(tmp_path: Path) -> None:
    file = tmp_path / "gsw.predictions.jsonl"
    with pytest.raises(BudgetError):
        ask(file, [sample("1"), sample("money"), sample("2")], [])
    assert list(read_predictions(file)) == ["1"]


def chapter_of(document: str, chapter: int) -> ChapterRef:
    return ChapterRef(document=document, chapter=chapter, title="", uid="u")


def test_chapters_have_the_benchmarks_numbers() -> None:
    files = numbering([{"key": "book2/007.txt", "chapters": 1}, {"key": "book2/c12.txt", "chapters": 1}])
    assert [files(chapter_of(name, 1)) for name in ("book2/007.txt", "book2/c12.txt")] == [7, 12]
    assert numbering([{"key": "book.md", "chapters": 9}])(chapter_of("book.md", 5)) == 5
    for other in (
        {"key": "notes.txt", "chapters": 1},
        {"key": "x/1.txt", "chapters": 1},
        {"key": "2.txt", "chapters": 3},
    ):
        with pytest.raises(InputError):
            numbering([{"key": "1.txt", "chapters": 1}, other])


# -- marks -------------------------------------------------------------------------------------------------------------


def test_chapters_are_scored_where_all_are_gold() -> None:
    samples = [sample("a", "x", (1, 2)), sample("none"), sample("latest", "x", (2,), get="latest", matching=3)]
    found = marked(samples, by_id(said("a", "x", (2, 3, 4)), said("none", "", ()), said("latest", "x", (2,))))
    assert [one.chapters and tuple(one.chapters[:2]) for one in found] == [(1 / 3, 1 / 2), (1, 1), None]
    assert marked(samples[:1], by_id(said("a", "x", None)))[0].chapters is None


def test_what_failed_or_is_lacking_has_no_score_at_all() -> None:
    found = marked([sample("failed"), sample("lacking")], by_id(said("failed", error="cut off")))
    assert [one.mark.f1("harsh") for one in found] == [0, 0]
    assert [cause(one) for one in found] == ["asking failed"] * 2


def test_a_judge_scores_what_the_letter_cannot() -> None:
    events = sample("e", "auction; regatta; auction", (1, 2), kind="Event contents", get="chronological")
    answer = by_id(said("e", "a boat race; the sale", (1, 2)))
    scores = [{"score": 1, "said": "the sale"}, {"score": 1, "said": "a boat race"}, {"score": 1, "said": "the sale"}]
    line = {"id": "e", "items": ["the sale", "a boat race"], "scores": scores}
    (one,) = marked_by_judge([events], answer, {"e": Judgement.model_validate(line)})
    assert (one.mark.expected, one.mark.said, one.mark.matched, one.order) == (2, 2, 2, 1)
    half = Judgement(id="e", items=("the sale",), scores=(0.5, 0, 0.5))
    (one,) = marked_by_judge([events], answer, {"e": half})
    assert (one.mark.matched, one.mark.precision("harsh"), one.order) == (0.5, 0.5, None)
    assert marked([events], answer) == marked_by_judge([events], answer, {}) == []
    with pytest.raises(InputError, match="2 scores for 3 true items"):
        marked_by_judge([events], answer, {"e": Judgement(id="e", items=(), scores=(0, 0))})


def test_of_a_true_item_that_is_told_twice_the_better_score_counts() -> None:
    twice = sample("e", "auction; the auction", (1, 2), kind="Event contents")
    judgement = Judgement(id="e", items=("the sale",), scores=(0, 1))
    (one,) = marked_by_judge([twice], by_id(said("e", "the sale", (1, 2))), {"e": judgement})
    assert (one.mark.expected, one.mark.matched) == (1, 1)


def test_an_order_that_a_judge_does_not_tell_is_no_wrong_order() -> None:
    asked = {"kind": "Event contents", "get": "chronological"}
    samples = [sample("bare", "auction; regatta", (1, 2), **asked), sample("told", "auction; regatta", (1, 2), **asked)]
    answers = by_id(*(said(uid, "the sale; a race", (1, 2)) for uid in ("bare", "told")))
    lines: list[dict[str, Any]] = [
        {"id": "bare", "items": ["the sale", "a race"], "scores": [1, 1]},
        {
            "id": "told",
            "items": ["the sale", "a race"],
            "scores": [{"score": 1, "said": "the sale"}, {"score": 1, "said": "a race"}],
        },
    ]
    judged = {line["id"]: Judgement.model_validate(line) for line in lines}
    report = reported("T", samples, {"gsw": answers}, facts={}, judged={"gsw": judged})
    (row,) = (table.rows["gsw"] for table in report.tables if table.key == "judged chronological")
    figures = {name: cell.value for name, cell in row.items() if isinstance(cell, Figure)}
    assert (figures["fully matched"], figures["tau"], figures["fully matched × tau"]) == (1, 1, 1)
    assert row["order not told"] == 1


def test_answers_without_a_judgement_and_judgements_of_other_questions_are_told() -> None:
    samples = [sample("a", "auction", (1,), kind="Event contents"), sample("b", "race", (2,), kind="Event contents")]
    answers = by_id(said("a", "the sale", (1,)), said("b", "a race", (2,)))
    judged = {uid: Judgement(id=uid, items=("x",), scores=(1,)) for uid in ("a", "elsewhere", "other")}
    report = reported("T", samples, {"gsw": answers}, facts={}, judged={"gsw": judged})
    assert {
        "gsw: 1 answers have no judgement and no part in the judged figures.",
        "gsw: 2 judgements of other questions are left out.",
    } <= {*report.notes}


def test_a_judgement_of_another_answer_does_not_count(tmp_path: Path) -> None:
    one = sample("a", "auction", (1,), kind="Event contents")
    judgement = Judgement(id="a", items=("the sale",), scores=(1,), answer="The sale.")
    for text, marks in (("The sale.", 1), ("A race.", 0)):
        answers = by_id(said("a", "", (1,), text=text))
        assert len(marked_by_judge([one], answers, {"a": judgement})) == marks
    notes = reported("T", [one], {"gsw": answers}, facts={}, judged={"gsw": {"a": judgement}}).notes
    assert "gsw: 1 judgements are of other answers than these, and are left out." in notes
    assert "gsw: 1 answers have no judgement and no part in the judged figures." in notes


@pytest.mark.parametrize("score", [-0.5, 1.5, "half"])
def test_a_judges_score_is_from_0_to_1(tmp_path: Path, score: object) -> None:
    with pytest.raises(InputError, match="Line 1 of"):
        read_judged(write(tmp_path / "x.jsonl", [{"id": "a", "items": [], "scores": [score]}]))


def test_the_oracle_reads_the_chapters_that_were_kept() -> None:
    samples = [sample("a", "Quarry House; Mill Bay", (1, 2)), sample("b", "Mill Bay", (2,)), sample("c")]
    answers = by_id(said("a", "The Moon", (1, 2)), said("b", "", (3, 9)), said("c", "", ()))
    facts = {(chapter, "Spaces"): (place,) for chapter, place in PLACES.items()}
    found = oracle(marked(samples, answers), facts)
    assert [one.mark.f1("harsh") for one in found.marked] == [1, 0, 1]
    assert found.without_gold == 1
    assert oracle(marked(samples[:1], by_id(said("a", "x", None))), facts).marked == []


# -- causes ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gold", "answer", "why"),
    [
        (sample("a"), said("a", "Mill Bay", (2,)), "invented where there is none"),
        (sample("a", "Mill Bay", (2,)), said("a", "", ()), "abstained wrongly: chapters missed"),
        (sample("a", "Mill Bay", (2,)), said("a", "", (2,)), "abstained wrongly: right chapters, nothing read"),
        (sample("a", "Mill Bay", (2,)), said("a", "the pier of Mill Bay", (2,)), "wording only: place"),
        (sample("a", "Mill Bay", (2,)), said("a", "Mill Bay; Quarry House", (2, 3)), "wrong chapters: extra"),
        (sample("a", "Mill Bay; Quarry House", (2, 3)), said("a", "Mill Bay", (2,)), "wrong chapters: missed"),
        (sample("a", "Mill Bay", (2,)), said("a", "Quarry House", (3,)), "wrong chapters: extra and missed"),
        (sample("a", "Ana", (2,), kind="Entities"), said("a", "Bo", (2,)), "right chapters, wrong item: main person"),
        (sample("a", "Ana", (2,), kind="Entities"), said("a", "Bo", None), "wrong item: main person"),
    ],
)
def test_causes(gold: Sample, answer: Prediction, why: str) -> None:
    (one,) = marked([gold], by_id(answer))
    assert cause(one) == why
    assert [found.cause for found in mistakes([one])] == [why]


def test_right_answers_and_other_orders_are_no_mistakes() -> None:
    samples = [sample("a", "Mill Bay", (2,)), sample("b", "x", (2,), get="latest", matching=2)]
    assert mistakes(marked(samples, by_id(said("a", "the mill bay", (2,)), said("b")))) == []


@pytest.mark.parametrize(
    ("items", "true", "alike"),
    [
        (["Dr. Pellow"], ["Pellow"], True),
        (["May 2021"], ["9 May 2021"], True),
        (["Ana", "Bo Lindqvist"], ["Ana Ortiz", "Bo Lindqvist"], True),
        (["Ana", "Ravi"], ["Ana Ortiz"], False),
        (["Ana"], ["Ana Ortiz", "Ana Vogt"], False),
        (["Ana Ortiz"], ["Ana Ortiz"], False),
        (["Ana Vogt"], ["Ana Ortiz"], False),
    ],
)
def test_only_worded(items: list[str], true: list[str], alike: bool) -> None:
    assert only_worded(items, true) == alike


def test_what_a_question_names() -> None:
    assert named("(t, *, ent, c)") == "date + person + event"
    assert named("(*, s, *, *)") == "place"


# -- reports -----------------------------------------------------------------------------------------------------------

GOLD = [
    row("none", [], []),
    row("one", ["Mill Bay"], [2], correct_answer_by_chapter={"2": "Mill Bay"}),
    row("two", ["Quarry House", "Mill Bay"], [1, 2], correct_answer_by_chapter={"1": "Quarry House"}),
    row("last", ["Mill Bay"], [2], get="latest", n_chapters=2, bin="2"),
    row("only", ["Mill Bay"], [2], get="latest"),
    row("order", ["Quarry House", "Mill Bay"], [1, 2], get="chronological"),
    row("what", ["the regatta"], [2], retrieval_type="Event contents"),
]
OURS: list[dict[str, Any]] = [
    {"id": "none", "items": [], "chapters": [], "tokens": 10, "seconds": 0.1},
    {"id": "one", "items": ["the Mill Bay"], "chapters": [2], "tokens": 30, "seconds": 0.3},
    {"id": "two", "items": ["Quarry House", "The Moon"], "chapters": [1, 3], "tokens": 20, "seconds": 0.2},
    {"id": "last", "items": ["Quarry House", "Mill Bay"], "chapters": [2]},
    {"id": "only", "items": [], "chapters": []},
    {"id": "order", "items": ["Mill Bay", "Quarry House"], "chapters": [1, 2]},
    {"id": "what", "items": ["a race"], "chapters": [2]},
    {"id": "unknown", "items": []},
]


def test_scoring_needs_no_database_and_writes_all_three(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GSW_NEO4J_URI", "bolt://127.0.0.1:1")
    questions = write(tmp_path / "questions.jsonl", GOLD)
    ours, theirs = tmp_path / "gsw.predictions.jsonl", tmp_path / "other.jsonl"
    write(ours, OURS)
    write(theirs, [{"id": one["id"], "items": []} for one in GOLD[:4]])
    out = tmp_path / "out"
    found = loaded(
        run("eval", "score", str(ours), str(theirs), *("--questions", str(questions), "--out", str(out), "--json"))
    )
    assert found == json.loads((out / "report.json").read_text(encoding="utf-8"))
    assert (out / "chart.png").read_bytes().startswith(b"\x89PNG")

    def value(table: str, column: str, arm: str = "gsw") -> Any:
        cell = found["tables"][table]["rows"][arm][column]
        return pytest.approx(cell["value"]) if isinstance(cell, dict) else cell

    assert (value("exact harsh", "questions"), value("exact harsh", "F1")) == (3, (1 + 1 + 0.5) / 3)
    assert (value("exact harsh", "bin 2"), value("exact harsh", "bin 0", "other")) == (0.5, 1)
    assert (value("exact latest", "questions"), value("exact latest", "F1 harsh")) == (1, 2 / 3)
    assert value("exact latest", "F1 lenient") == 1
    assert (value("exact chronological", "fully matched"), value("exact chronological", "tau")) == (1, -1)
    assert value("exact chronological", "fully matched × tau") == 0
    assert (value("exact items", "missing"), value("exact items", "invented")) == (1, 1)
    assert (value("chapters", "questions"), value("chapters", "P"), value("chapters", "R")) == (3, 2.5 / 3, 2.5 / 3)
    assert (value("cost", "tokens"), value("cost", "seconds p50"), value("cost", "failed", "other")) == (20, 0.2, 3)
    assert (value("oracle", "F1 harsh"), value("oracle", "kept chapters without gold")) == ((1 + 1 + 2 / 3) / 3, 1)
    assert value("exact mcnemar", "only gsw", "other") == 1 and "gsw" not in found["tables"]["exact mcnemar"]["rows"]
    assert {one["cause"] for one in found["mistakes"]} == {"wrong chapters: extra and missed"}
    assert {"gsw: 1 predictions of other questions are left out.", "other: 3 questions have no prediction."} <= {
        *found["notes"]
    }
    shown = run("eval", "score", str(ours), "--questions", str(questions)).stdout
    assert "exact scale, harsh precision" in shown and "exact scale, lenient precision" in shown
    assert "Said: Quarry House; The Moon. True: Quarry House; Mill Bay." in shown


def test_questions_that_no_file_answers_are_not_passed_over_in_silence(tmp_path: Path) -> None:
    questions = write(tmp_path / "questions.jsonl", GOLD)
    few = write(tmp_path / "few.jsonl", [{"id": "none", "items": []}])
    found = loaded(run("eval", "score", str(few), "--questions", str(questions), "--json"))
    assert "6 other questions of questions.jsonl have no prediction in any file, and are not scored." in found["notes"]


def test_what_failed_is_missing_and_counts_no_less_than_for_others() -> None:
    samples = [sample("a", "Mill Bay; Quarry House", (1, 2)), sample("none")]
    arms = {"ok": by_id(said("a", "Mill Bay"), said("none")), "bad": by_id(said("a", error="x"), said("none"))}
    (table,) = (one for one in reported("T", samples, arms, facts={}).tables if one.key == "exact items")
    assert [(row["true items"], row["missing"]) for row in table.rows.values()] == [(2, 1), (2, 2)]


def test_a_report_says_what_the_arms_were_asked_with() -> None:
    samples = [sample("a", "x", (1,)), sample("b", "y", (1,))]
    settings = {"answers": "local", "model": "", "max_tokens": 4000}
    arms = {arm: by_id(said("a", settings={"arm": arm, **settings})) for arm in ("gsw", "rag")}
    arms |= {
        "theirs": by_id(said("a")),
        "old": by_id(said("a", settings={"max_tokens": 9}), said("b", settings={"x": 1})),
    }
    notes = reported("T", samples, arms, facts={}).notes
    assert "gsw, rag: asked with answers local, max_tokens 4000." in notes
    assert "old: predictions with 2 different settings stand together, such as max_tokens 9." in notes
    assert not [note for note in notes if note.startswith("theirs: asked")]


def test_judged_files_go_with_their_arm(tmp_path: Path) -> None:
    questions, ours = write(tmp_path / "questions.jsonl", GOLD), write(tmp_path / "gsw.predictions.jsonl", OURS)
    scores = {"what": [0.5], "one": [1]}
    lines: list[dict[str, Any]] = [{"id": uid, "items": ["it"], "scores": marks} for uid, marks in scores.items()]
    judged = write(tmp_path / "gsw.judged.jsonl", lines)
    args = ("eval", "score", str(ours), "--questions", str(questions), "--json")
    rows = loaded(run(*args, "--judged", str(judged)))["tables"]["judged harsh"]["rows"]["gsw"]
    assert (rows["questions"], rows["F1"]["value"]) == (2, 0.75)
    stray = judged.rename(tmp_path / "other.judged.jsonl")
    assert "no predictions of the arm 'other'" in run(*args, "--judged", str(stray)).stderr


def test_files_that_do_not_go_together_are_refused(tmp_path: Path) -> None:
    questions = write(tmp_path / "questions.jsonl", GOLD)
    alien = write(tmp_path / "a.jsonl", [{"id": "elsewhere", "items": []}])
    assert "No prediction has the id" in run("eval", "score", str(alien), "--questions", str(questions)).stderr
    twice = write(tmp_path / "a.predictions.jsonl", OURS)
    refused = run("eval", "score", str(alien), str(twice), "--questions", str(questions))
    assert refused.exit_code == 1 and "Two files are of one arm" in refused.stderr


def test_texts_of_others_do_not_break_a_table() -> None:
    hostile = said("a", "x|y\n# head; \x1b[31mred", (1,))
    report = reported("T", [sample("a", "Mill Bay", (2,))], {"an|arm": by_id(hostile)}, facts={})
    lines = markdown(report).splitlines()
    assert not [line for line in lines if line.startswith("# ") and line != "# T"]
    assert all(
        line.count("|") == lines[number - 1].count("|") for number, line in enumerate(lines) if "| --- |" in line
    )
    assert "\x1b" not in "".join(lines)
    assert json.loads(json.dumps(data(report)))["best"] == "an|arm"


def test_only_kinds_that_need_a_judge_give_figures_of_chapters_and_cost_alone(tmp_path: Path) -> None:
    one = sample("a", "the regatta", (2,), kind="Event contents")
    report = reported("T", [one], {"gsw": by_id(said("a", "a race", (2,)))}, facts={})
    assert [table.key for table in report.tables] == ["chapters", "cost"]
    draw(tmp_path / "empty.png", "T", {"harsh": {}})
    assert (tmp_path / "empty.png").stat().st_size > 0


def test_a_chart_takes_names_as_they_are_and_arms_without_figures(tmp_path: Path) -> None:
    some = {r"$\frac$": Figure(None, None, None, 0), "$x^": Figure(0.5, 0.4, 0.6, 9)}
    draw(tmp_path / "chart.png", r"F1 of $\frac$", {"harsh": some})
    assert (tmp_path / "chart.png").stat().st_size > 0


def test_without_matplotlib_the_error_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ConfigError) as raised:
        draw(tmp_path / "chart.png", "T", {"harsh": {"gsw": Figure(0.5, 0.4, 0.6, 9)}})
    assert raised.value.hint == "pip install 'gsw-graph[evals]'"
    questions, ours = write(tmp_path / "questions.jsonl", GOLD), write(tmp_path / "gsw.predictions.jsonl", OURS)
    result = run("eval", "score", str(ours), "--questions", str(questions), "--out", str(tmp_path / "out"))
    assert result.exit_code == 1 and re.search(r"Wrote .*report\.json\nError: The chart", result.stderr)
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"report.md", "report.json"}
