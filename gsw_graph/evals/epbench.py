"""EpBench (Huet, Ben Houidi, Rossi: "Episodic Memories Generation and Evaluation Benchmark for LLMs", ICLR 2025).

Questions name a date, a place, a person or a kind of event, and ask for the set of the others. The data is not part of
this package: give the path to its `questions.jsonl`.
"""

import json
import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from gsw_graph.errors import InputError
from gsw_graph.evals.score import Score, set_score
from gsw_graph.views import Answer


class Sample(NamedTuple):
    """One question with its gold."""

    uid: str
    question: str
    cue: str
    kind: str
    """What is asked for: Times, Spaces, Entities, …"""
    get: str
    """all, latest or chronological."""
    bin: str
    """How many chapters match."""
    expected: tuple[str, ...]


class Result(NamedTuple):
    """A sample with what was said."""

    sample: Sample
    said: tuple[str, ...]
    score: Score
    seconds: float


def samples(path: Path) -> Iterator[Sample]:
    """Yield the questions of a file.

    Args:
        path: `questions.jsonl`.

    Raises:
        InputError: A line is not one of its questions.
    """
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            row = json.loads(line)
            yield Sample(
                row["id"],
                row["question"],
                row["cue"],
                row["retrieval_type"],
                row["get"],
                row["bin"],
                tuple(row["correct_answer"]),
            )
        except (ValueError, KeyError, TypeError) as error:
            raise InputError(
                f"Line {number} of {path} is not a question of EpBench ({error}).", hint="its file questions.jsonl"
            ) from None


def drawn(path: Path, count: int, seed: int) -> list[Sample]:
    """Return a draw of the questions that ask for all dates, places or people.

    Args:
        path: `questions.jsonl`.
        count: How many; 0 is all.
        seed: Of the draw.

    Raises:
        InputError: There are fewer.
    """
    fitting = [s for s in samples(path) if s.kind in {"Times", "Spaces", "Entities"} and s.get == "all"]
    if not fitting or count > len(fitting):
        raise InputError(f"{path} has {len(fitting)} fitting questions, not {count}.", hint="--count 0 for all")
    return random.Random(seed).sample(fitting, count) if count else fitting


def run(questions: list[Sample], ask: Callable[[str], Answer]) -> list[Result]:
    """Ask each question and score the items.

    Args:
        questions: The samples.
        ask: Answers a question.
    """
    results = []
    for sample in questions:
        answer = ask(sample.question)
        results.append(Result(sample, answer.items, set_score(answer.items, sample.expected), answer.seconds))
    return results


def table(results: list[Result]) -> str:
    """Return mean F1 by what is asked for, by cue and by bin."""
    lines = [f"{'all':32} {len(results):4} {_mean(results):.3f}"]
    for title, key in (("kind", "kind"), ("cue", "cue"), ("bin", "bin")):
        groups: dict[str, list[Result]] = defaultdict(list)
        for result in results:
            groups[getattr(result.sample, key)].append(result)
        lines += [
            f"{title + ' ' + name:32} {len(group):4} {_mean(group):.3f}" for name, group in sorted(groups.items())
        ]
    return "\n".join(lines)


def _mean(results: list[Result]) -> float:
    """Return the mean F1."""
    return sum(result.score.f1 for result in results) / len(results)
