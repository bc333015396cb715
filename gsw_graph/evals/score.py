"""Scores of answers that are sets of items, and of their order.

The two scorings are those of EpBench (Huet, Ben Houidi, Rossi, ICLR 2025): of an answer with g true items, p given ones
and a score sum s, recall is s/g; precision is s/p where scoring is harsh, and s/min(p, g) where it is lenient.
"""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from gsw_graph.dates import resolve
from gsw_graph.names import fold_label

Scoring = Literal["harsh", "lenient"]
SCORINGS: tuple[Scoring, ...] = ("harsh", "lenient")
_INDEFINITE = ("a ", "an ")


class Score(NamedTuple):
    """Precision, recall and their harmonic mean; 1 each where nothing is expected and nothing is said."""

    precision: float
    recall: float
    f1: float


class Mark(NamedTuple):
    """What an answer is marked with."""

    expected: int
    """True items, g."""
    said: int
    """Given items, p."""
    matched: float
    """Sum of the scores of the true items, s: 1 for each that was given, ½ where a judge says that it nearly was."""
    failed: bool = False
    """Whether there is no answer at all: then all is 0, even where nothing was to be said."""

    @property
    def recall(self) -> float:
        """Return s/g; 0 if something was to be given and nothing was."""
        if self.failed or not self.expected or not self.said:
            return float(not self.failed and not self.said and not self.expected)
        return self.matched / self.expected

    def precision(self, scoring: Scoring) -> float:
        """Return s/p, or s/min(p, g); 1 where a judge found more true items than were given, several in one.

        Args:
            scoring: Which of the two.
        """
        if self.failed or not self.expected or not self.said:
            return float(not self.failed and not self.said and not self.expected)
        return min(1.0, self.matched / (self.said if scoring == "harsh" else min(self.said, self.expected)))

    def f1(self, scoring: Scoring) -> float:
        """Return the harmonic mean of precision and recall.

        Args:
            scoring: Which of the two precisions.
        """
        return harmonic(self.precision(scoring), self.recall)

    @property
    def missing(self) -> float:
        """Return how many true items were not given."""
        return self.expected - self.matched

    @property
    def invented(self) -> float:
        """Return how many given items are not true."""
        return max(0.0, self.said - self.matched)


def harmonic(precision: float, recall: float) -> float:
    """Return the harmonic mean of precision and recall; 0 if both are.

    Args:
        precision: From 0 to 1.
        recall: From 0 to 1.
    """
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def normal(item: str) -> str:
    """Return an item as it is compared: a date as its EDTF value, all else without article, case and possessive.

    Args:
        item: As said, or as expected.
    """
    date = resolve(item)
    if date is not None and date.edtf:
        return date.edtf
    words = item.strip()
    for article in _INDEFINITE:
        if words.casefold().startswith(article):
            words = words[len(article) :]
    return fold_label(words)


def normals(items: Iterable[str]) -> tuple[str, ...]:
    """Return different items as they are compared, in their order; what comes again is left out.

    Args:
        items: As said, or as expected.
    """
    return tuple(dict.fromkeys(filter(None, map(normal, items))))


def mark(said: Iterable[str], expected: Iterable[str]) -> Mark:
    """Mark the items of an answer on the exact scale: 1 for each true item that was given, else 0.

    Args:
        said: Items of the answer.
        expected: The true items.
    """
    ours, gold = set(normals(said)), set(normals(expected))
    return Mark(len(gold), len(ours), len(ours & gold))


def set_score(said: Iterable[str], expected: Iterable[str]) -> Score:
    """Score a set of items against the expected one, harshly, after normalising both.

    Args:
        said: Items of an answer.
        expected: Items of the gold.
    """
    found = mark(said, expected)
    return Score(found.precision("harsh"), found.recall, found.f1("harsh"))


def order(said: Sequence[str], expected: Sequence[str]) -> float | None:
    """Return Kendall's tau of the true items in the order in which they were said.

    As EpBench has it: what is said beside them does not count, nor does what is said again. None where there is no
    order to be right: fewer than two different true items, or not all of them were said.

    Args:
        said: The items said, normalised.
        expected: The true ones, normalised, in their order.
    """
    gold, ours = list(dict.fromkeys(expected)), list(dict.fromkeys(said))
    if len(gold) < 2 or not set(gold) <= set(ours):
        return None
    places = [ours.index(item) for item in gold]
    pairs = [(first, later) for number, first in enumerate(places) for later in places[number + 1 :]]
    return sum(1 if first < later else -1 for first, later in pairs) / len(pairs)
