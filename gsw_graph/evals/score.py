"""Scores of answers that are sets."""

from collections.abc import Iterable
from typing import NamedTuple

from gsw_graph.dates import resolve
from gsw_graph.names import fold


class Score(NamedTuple):
    """Precision, recall and their harmonic mean; 1 each where nothing is expected and nothing is said."""

    precision: float
    recall: float
    f1: float


def normal(item: str) -> str:
    """Return an item as it is compared: a date as its EDTF value, a name folded."""
    date = resolve(item)
    return date.edtf if date is not None and date.edtf else fold(item)


def set_score(said: Iterable[str], expected: Iterable[str]) -> Score:
    """Score a set of items against the expected one, after normalising both.

    Args:
        said: Items of an answer.
        expected: Items of the gold.
    """
    ours, gold = {normal(item) for item in said}, {normal(item) for item in expected}
    if not ours and not gold:
        return Score(1.0, 1.0, 1.0)
    hits = len(ours & gold)
    precision = hits / len(ours) if ours else 0.0
    recall = hits / len(gold) if gold else 0.0
    return Score(precision, recall, 2 * precision * recall / (precision + recall) if hits else 0.0)
