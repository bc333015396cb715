"""What a judge is asked about: the answers of a file beside the true items of a benchmark's questions.

Some questions have a whole chapter for their true answer, of which the questions' file has just the number: its event,
or else its text, comes from the benchmark's folder.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from gsw_graph.errors import InputError
from gsw_graph.evals.judge import Trial
from gsw_graph.evals.lines import lines_of
from gsw_graph.evals.predictions import Prediction
from gsw_graph.evals.samples import Sample

_WHOLE_CHAPTER = re.compile(r"Full chapter (\d+)")
"""How EpBench says that a true answer is all that happens in a chapter."""
_NUMBER = re.compile(r"\d+")


class Trials(NamedTuple):
    """What can be judged, and how many answers cannot."""

    trials: list[Trial]
    without_truth: int
    """The true answer is a chapter that is not at hand."""
    failed: int
    """There is an error in place of an answer."""
    unasked: int
    """Questions without a prediction."""


def trials(samples: Sequence[Sample], predictions: Mapping[str, Prediction], data: Path | None = None) -> Trials:
    """Return the answers of a file as trials.

    Args:
        samples: The questions with their true items.
        predictions: The answers by the questions' ids.
        data: The benchmark's folder, for questions whose true answer is a whole chapter.

    Raises:
        InputError: A file of that folder cannot be used.
    """
    chapter = _chapters(data) if data else lambda _: ""
    found: list[Trial] = []
    without_truth = failed = unasked = 0
    for sample in samples:
        said = predictions.get(sample.uid)
        truths = tuple(_truth(item, chapter) for item in sample.expected)
        if said is None:
            unasked += 1
        elif said.error:
            failed += 1
        elif not all(truths):
            without_truth += 1
        else:
            found.append(Trial(sample.uid, sample.question, truths, said.answer))
    return Trials(found, without_truth, failed, unasked)


def _truth(item: str, chapter: Callable[[int], str]) -> str:
    """Return a true item, or what happens in the chapter that it names; "" if that is not at hand."""
    whole = _WHOLE_CHAPTER.fullmatch(item.strip())
    return chapter(int(whole[1])) if whole else item


def _chapters(data: Path) -> Callable[[int], str]:
    """Return what tells a chapter by its number: its event if the folder lists it, or its text; "" for neither."""
    events = _events(data / "events.jsonl")
    texts = {int(found[0]): path for path in (data / "chapters").glob("*.txt") if (found := _NUMBER.search(path.stem))}

    def told(number: int) -> str:
        if number in events:
            return events[number]
        return texts[number].read_text(encoding="utf-8") if number in texts else ""

    return told


def _events(path: Path) -> dict[int, str]:
    """Return the events of a folder in words, by the number of their chapter; none if it lists none."""
    if not path.is_file():
        return {}
    found: dict[int, str] = {}
    for number, line in lines_of(path):
        try:
            row = json.loads(line.decode("utf-8"))
            others = ", ".join(row.get("other_entities", ()))
            names = ("content", "detail", "entity", "location", "date")
            told = {name: str(row[name]) for name in names} | ({"others": others} if others else {})
            found[int(row["chapter"])] = "; ".join(f"{name}: {value}" for name, value in told.items())
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise InputError(
                f"Line {number} of {path} is no event of EpBench ({error}).", hint="its own file"
            ) from None
    return found
