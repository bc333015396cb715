"""EpBench (Huet, Ben Houidi, Rossi: "Episodic Memories Generation and Evaluation Benchmark for LLMs", ICLR 2025).

Questions name a date, a place, a person or a kind of event, and ask for the set of the others. The data is not part of
this package: give the path to a folder of it.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from gsw_graph.errors import InputError
from gsw_graph.evals.lines import lines_of
from gsw_graph.evals.samples import BINS, LEAST, Benchmark, Facts, Sample, bin_of

QUESTION_FILES = ("questions.jsonl", "questions_dev.jsonl")
"""Names under which a folder has its questions."""
GETS = ("all", "latest", "chronological")
_FIELDS = {"Times": "date", "Spaces": "location", "Entities": "entity"}
"""Field of an event by what is asked for."""


def read(folder: Path, questions: Path | None = None) -> Benchmark:
    """Return the benchmark that lies in a folder.

    Args:
        folder: Has `chapters/`, `questions.jsonl` or `questions_dev.jsonl`, and perhaps `events.jsonl`.
        questions: Another file of questions.

    Raises:
        InputError: The folder lacks something, or a line cannot be used.
    """
    texts, events = folder / "chapters", folder / "events.jsonl"
    if not texts.is_dir():
        raise InputError(f"{folder} has no folder 'chapters'.", hint="gsw eval epbench --data FOLDER")
    found = [path for path in (questions, *(folder / name for name in QUESTION_FILES)) if path and path.is_file()]
    if not found:
        raise InputError(f"{folder} has none of {', '.join(QUESTION_FILES)}.", hint="--questions FILE")
    samples, facts = read_questions(found[0])
    if events.is_file():
        facts = {**facts, **_facts_of_events(events)}
    return Benchmark(folder.resolve().name, texts, samples, facts)


def read_questions(path: Path) -> tuple[list[Sample], Facts]:
    """Return the questions of a file, and what they say is true of each chapter.

    Args:
        path: `questions.jsonl`.

    Raises:
        InputError: A line is not one of its questions, or two have one id.
    """
    rows = list(_rows(path, _checked))
    samples = [_sample(row) for row in rows]
    if len({sample.uid for sample in samples}) < len(samples):
        raise InputError(f"Two questions of {path} have one id.", hint="give each its own")
    return samples, _facts_of_questions(rows)


def _rows(path: Path, check: Any) -> Iterator[dict[str, Any]]:
    """Yield the objects of a file of JSON lines, each as checked."""
    for number, line in lines_of(path):
        try:
            yield check(json.loads(line.decode("utf-8")))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            what = f"{type(error).__name__}: {error}"
            raise InputError(f"Line {number} of {path} is none of EpBench ({what}).", hint="its own file") from None


def _checked(row: dict[str, Any]) -> dict[str, Any]:
    """Return a question whose fields can be used."""
    texts = {name: row[name] for name in ("id", "question", "cue", "retrieval_type", "get")}
    expected, gold = row["correct_answer"], row.get("correct_answer_chapters", [])
    if not isinstance(expected, list) or not isinstance(gold, list) or texts["get"] not in GETS:
        raise ValueError(f"true items or chapters are no list, or get is none of {', '.join(GETS)}")
    chapters = list(map(int, gold))
    if expected and not chapters and not {"bin", "n_chapters"} & row.keys():
        raise ValueError("nothing tells how many matching chapters it has")
    told = str(row.get("bin", "0"))
    matching = int(row.get("n_chapters", max(len(chapters), LEAST.get(told, 0))))
    by_chapter = {int(chapter): _items(said) for chapter, said in row.get("correct_answer_by_chapter", {}).items()}
    within = str(row.get("bin", bin_of(matching)))
    if within not in BINS or not all(isinstance(text, str) for text in (*texts.values(), *expected)):
        raise ValueError(f"a field is not as it should be, or the bin {within!r} is none of {', '.join(BINS)}")
    return texts | {
        "expected": expected,
        "chapters": chapters,
        "matching": matching,
        "by_chapter": by_chapter,
        "bin": within,
    }


def _items(said: str | Iterable[str]) -> tuple[str, ...]:
    """Return what a question says of a chapter: one item, or several."""
    return (said,) if isinstance(said, str) else tuple(said)


def _sample(row: Mapping[str, Any]) -> Sample:
    """Return a checked question as a sample."""
    uid, question, cue, kind, get, within = (
        row[name] for name in ("id", "question", "cue", "retrieval_type", "get", "bin")
    )
    expected, chapters = tuple(row["expected"]), tuple(row["chapters"])
    return Sample(uid, question, cue, kind, get, within, expected, chapters, row["matching"])


def _facts_of_questions(rows: Iterable[Mapping[str, Any]]) -> Facts:
    """Return what all questions together say is true of each chapter."""
    facts: dict[tuple[int, str], tuple[str, ...]] = {}
    for row in rows:
        for chapter, items in row["by_chapter"].items():
            facts.setdefault((chapter, row["retrieval_type"]), items)
    return facts


def _facts_of_events(path: Path) -> Facts:
    """Return what is true of each chapter, from the list of its events."""

    def check(row: dict[str, Any]) -> dict[str, Any]:
        return {(int(row["chapter"]), kind): (str(row[field]),) for kind, field in _FIELDS.items()}  # type: ignore[misc]

    return {key: items for row in _rows(path, check) for key, items in row.items()}  # type: ignore[misc]
