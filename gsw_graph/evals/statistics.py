"""How sure a figure is: bootstrap intervals, and McNemar's exact test."""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

RESAMPLES = 1000
SEED = 20
"""Of the resamples, so that the same answers give the same intervals."""
_LOW, _HIGH = 2.5, 97.5


class Figure(NamedTuple):
    """A figure with its 95 % interval, from percentiles of bootstrap resamples; None where nothing is counted."""

    value: float | None
    low: float | None
    high: float | None
    questions: int
    """How many are behind it."""


NONE = Figure(None, None, None, 0)


def mean(values: Iterable[float], *, least: float = -math.inf) -> Figure:
    """Return a mean.

    Args:
        values: One a question.
        least: What the mean is raised to if it is less.
    """
    return macro([list(values)], least=least)


def macro(groups: Sequence[Sequence[float]], *, least: float = -math.inf) -> Figure:
    """Return the mean of the groups' means; each group is resampled for itself, empty ones do not count.

    Args:
        groups: Values, one a question.
        least: What the mean is raised to if it is less.
    """
    arrays = [np.asarray(group, dtype=float) for group in groups if len(group)]
    if not arrays:
        return NONE
    means = np.mean([array[_indices(len(array), number)].mean(axis=1) for number, array in enumerate(arrays)], axis=0)
    value = float(np.mean([array.mean() for array in arrays]))
    return _figure(max(value, least), np.maximum(means, least), sum(map(len, arrays)))


def percentile(values: Iterable[float], percent: float) -> Figure:
    """Return the least value that so many percent of all do not exceed.

    Args:
        values: One a question.
        percent: From 0 to 100.
    """
    array = np.asarray(list(values), dtype=float)
    if not len(array):
        return NONE
    of_all = np.percentile(array, percent, method="inverted_cdf")
    resampled = np.percentile(array[_indices(len(array), 0)], percent, axis=1, method="inverted_cdf")
    return _figure(float(of_all), resampled, len(array))


def _indices(count: int, number: int) -> NDArray[np.int64]:
    """Return which of `count` values are in each resample."""
    return np.random.default_rng((SEED, number)).integers(0, count, (RESAMPLES, count))


def _figure(value: float, resampled: NDArray[np.float64], count: int) -> Figure:
    low, high = np.percentile(resampled, [_LOW, _HIGH])
    return Figure(value, float(low), float(high), count)


def mcnemar(only_first: int, only_second: int) -> float:
    """Return the two-sided p of McNemar's exact test: whether two systems are right equally often.

    Args:
        only_first: Questions that only the first has right.
        only_second: Questions that only the second has right.
    """
    count = only_first + only_second
    tail = sum(math.comb(count, few) for few in range(min(only_first, only_second) + 1))
    return min(1.0, float(2 * tail / 2**count))
