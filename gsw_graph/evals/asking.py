"""Asking a workspace the questions of a benchmark, arm by arm; what was asked already isn't asked again."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from gsw_graph.errors import InputError, OperatorError
from gsw_graph.evals.predictions import Prediction, as_line, read_predictions, write_predictions
from gsw_graph.evals.samples import Sample
from gsw_graph.views import Answer, ChapterRef

Number = Callable[[ChapterRef], int]
"""The benchmark's number of a chapter."""
_DIGITS = re.compile(r"\d+")


class Asked(NamedTuple):
    """What became of the questions of one arm."""

    predictions: dict[str, Prediction]
    """By the questions' ids."""
    kept: int
    """Questions that were answered already, with the same settings."""
    dropped: int
    """Earlier predictions that were made with other settings."""
    failed: int


def ask_all(
    ask: Callable[[str], Answer],
    samples: Sequence[Sample],
    path: Path,
    *,
    settings: Mapping[str, Any],
    number: Number,
    progress: Callable[[int, str], None] = lambda done, question: None,
) -> Asked:
    """Ask questions and write each answer to a file as it comes, so that a run that is stopped goes on later.

    Args:
        ask: Answers a question.
        samples: The questions.
        path: The file of predictions; those with other settings leave it.
        settings: What is asked with: who answers, budgets, what the memory holds.
        number: The benchmark's number of a chapter.
        progress: Called with the questions done, and the next.

    Raises:
        InputError: The file is there and is none of predictions, or has another system's.
        ModelError: The model cannot be used at all.
        BudgetError: The budget is spent.
    """
    before = _before(path)
    kept = {uid: one for uid, one in before.items() if one.settings == dict(settings)}
    found = {uid: one for uid, one in kept.items() if not one.error}
    write_predictions(path, found.values())
    with path.open("a", encoding="utf-8") as file:
        for done, sample in enumerate(samples):
            progress(done, sample.question)
            if sample.uid not in found:
                found[sample.uid] = _asked(ask, sample, settings, number)
                file.write(as_line(found[sample.uid]))
                file.flush()
    progress(len(samples), "")
    asked = {sample.uid: found[sample.uid] for sample in samples}
    known = sum(uid in kept and not kept[uid].error for uid in asked)
    return Asked(asked, known, len(before) - len(kept), sum(bool(one.error) for one in asked.values()))


def _before(path: Path) -> dict[str, Prediction]:
    """Return what an earlier run answered, which may have been killed while it wrote; none if there was none."""
    before = read_predictions(path, cut_off=True) if path.is_file() else {}
    if not all(one.settings for one in before.values()):
        raise InputError(
            f"{path} has predictions that were not made by this command.", hint="--out with another folder"
        )
    return before


def _asked(ask: Callable[[str], Answer], sample: Sample, settings: Mapping[str, Any], number: Number) -> Prediction:
    """Return what is said to a question, or why nothing can be."""
    try:
        said = ask(sample.question)
    except (InputError, OperatorError) as error:
        return Prediction(id=sample.uid, items=(), error=str(error), settings=dict(settings))
    return Prediction(
        id=sample.uid,
        items=said.items,
        text=said.text,
        chapters=tuple(dict.fromkeys(map(number, said.chapters))),
        tokens=said.tokens_in,
        seconds=round(said.seconds, 4),
        abstained=said.abstained,
        cost=said.cost,
        settings=dict(settings),
    )


def numbering(documents: Iterable[Mapping[str, Any]]) -> Number:
    """Return what gives a chapter its number in the benchmark.

    Where each chapter is a document, its number is the last one in the document's name; where one document has many
    chapters, its number is its index there.

    Args:
        documents: The workspace's, as `Workspace.status` has them: key and number of chapters.

    Raises:
        InputError: A document of one chapter among several has no number in its name, or two have one.
    """
    sizes = {row["key"]: row["chapters"] for row in documents}
    if len(sizes) < 2:
        return lambda chapter: chapter.chapter
    numbers: dict[str, int] = {}
    for key, chapters in sizes.items():
        digits = _DIGITS.findall(Path(key).stem)
        if chapters > 1 or not digits or int(digits[-1]) in numbers.values():
            what = f"{chapters} chapters" if chapters > 1 else "no number of its own in its name"
            hint = "a workspace of its own for the benchmark, with files like 001.txt"
            raise InputError(f"The document {key!r} has {what}, so that its chapter can't be numbered.", hint=hint)
        numbers[key] = int(digits[-1])
    return lambda chapter: numbers[chapter.document]
