"""Scores of who is who: B³ and pairwise F1 of a grouping of mentions against the right one."""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

from gsw_graph.errors import InputError
from gsw_graph.evals.score import Score

Item = TypeVar("Item", bound=Hashable)


def b_cubed(said: Mapping[Item, Hashable], gold: Mapping[Item, Hashable]) -> Score:
    """Return B³: for each item, the share of its group that is right, and of its right group that is found, averaged.

    Bagga and Baldwin, "Algorithms for Scoring Coreference Chains" (1998), with equal weights.

    Args:
        said: The group of each item.
        gold: The right group of each item; the same items.

    Raises:
        InputError: If the two do not group the same items.
    """
    both, ours, right = _counts(said, gold)
    if not gold:
        return Score(1.0, 1.0, 1.0)
    precision = sum(count * count / ours[group] for (group, _), count in both.items()) / len(gold)
    recall = sum(count * count / right[group] for (_, group), count in both.items()) / len(gold)
    return _score(precision, recall)


def pairwise(said: Mapping[Item, Hashable], gold: Mapping[Item, Hashable]) -> Score:
    """Return precision, recall and F1 of the pairs of items that are in one group.

    Args:
        said: The group of each item.
        gold: The right group of each item; the same items.

    Raises:
        InputError: If the two do not group the same items.
    """
    both, ours, right = (_pairs(counts.values()) for counts in _counts(said, gold))
    return _score(both / ours if ours else 1.0, both / right if right else 1.0)


def _counts(
    said: Mapping[Item, Hashable], gold: Mapping[Item, Hashable]
) -> tuple[Counter[tuple[Hashable, Hashable]], Counter[Hashable], Counter[Hashable]]:
    """Count the items by both groups, by the group that is said, and by the right one."""
    if said.keys() != gold.keys():
        raise InputError(
            f"{len(said.keys() ^ gold.keys())} items are in one grouping and not in the other.",
            hint="Give an item that was not found a group of its own.",
        )
    return Counter((said[item], gold[item]) for item in gold), Counter(said.values()), Counter(gold.values())


def _pairs(counts: Iterable[int]) -> int:
    """Return how many pairs lie within the groups."""
    return sum(count * (count - 1) // 2 for count in counts)


def _score(precision: float, recall: float) -> Score:
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return Score(precision, recall, f1)
