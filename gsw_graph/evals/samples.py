"""The questions of a benchmark with their gold, whatever file they come from."""

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from gsw_graph.errors import InputError

EXACT_KINDS = ("Times", "Spaces", "Entities")
"""What can be scored without a judge: dates and names, which are right or wrong to the letter."""
BINS = ("0", "1", "2", "3-5", "6+")
"""How many chapters match a question."""
LEAST = {"0": 0, "1": 1, "2": 2, "3-5": 3, "6+": 6}
"""The fewest of each."""


class Sample(NamedTuple):
    """One question with its gold."""

    uid: str
    question: str
    cue: str
    """What the question names, one place each for date, place, person and event: "(t, *, ent, *)"."""
    kind: str
    """What is asked for: Times, Spaces, Entities, …"""
    get: str
    """all, latest or chronological."""
    bin: str
    """How many chapters match, one of `BINS`."""
    expected: tuple[str, ...]
    """The true items; in their order where an order is asked for."""
    chapters: tuple[int, ...] = ()
    """Numbers of the chapters that the true items stand in; none if there are no true items, or they are not known."""
    matching: int = 0
    """How many chapters match; more than `chapters` where only the latest is asked for."""


Facts = Mapping[tuple[int, str], tuple[str, ...]]
"""What is true of a chapter: its number and what is asked for → the items."""


class Benchmark(NamedTuple):
    """A benchmark as it lies in a folder."""

    name: str
    texts: Path
    """The folder of its chapters."""
    samples: list[Sample]
    facts: Facts


def bin_of(chapters: int) -> str:
    """Return the bin of a number of matching chapters.

    Args:
        chapters: How many.
    """
    return str(chapters) if chapters < 3 else "3-5" if chapters < 6 else "6+"


def beyond(samples: Sequence[Sample], chapter: int) -> list[Sample]:
    """Return the questions that are answered beyond a chapter; those without an answer are among them.

    Args:
        samples: All questions.
        chapter: Number of the last chapter that may not answer; 0 is none.

    Raises:
        InputError: Of a question with an answer the chapters are not known.
    """
    unknown = [sample.uid for sample in samples if sample.expected and not sample.chapters]
    if chapter and unknown:
        message = (
            f"The question {unknown[0]!r} has an answer and no chapters, so that nobody knows where it is answered."
        )
        raise InputError(message, hint="correct_answer_chapters for each question, or no --beyond")
    return [sample for sample in samples if all(number > chapter for number in sample.chapters)]


def drawn(samples: Sequence[Sample], count: int = 0, seed: int = 1, *, exact: bool = True) -> list[Sample]:
    """Return a draw of questions.

    Args:
        samples: To draw from.
        count: How many; 0 is all.
        seed: Of the draw.
        exact: Whether only questions are drawn that can be scored without a judge.

    Raises:
        InputError: There are fewer, or none.
    """
    fitting = [sample for sample in samples if not exact or sample.kind in EXACT_KINDS]
    if not fitting:
        raise InputError("No question fits what was asked for.", hint="--kind all, or another --beyond")
    if count > len(fitting):
        raise InputError(f"There are {len(fitting)} fitting questions, not {count}.", hint="--count 0 for all")
    return random.Random(seed).sample(fitting, count) if count else fitting
