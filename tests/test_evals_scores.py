"""Marks, orders and intervals: what a figure of a report means."""

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gsw_graph.evals.score import SCORINGS, Mark, Scoring, mark, normal, normals, order, set_score
from gsw_graph.evals.statistics import NONE, macro, mcnemar, mean, percentile

ITEMS = st.lists(st.sampled_from("ABCDEFGH"), max_size=8, unique=True)


@pytest.mark.parametrize(
    ("said", "expected", "recall", "harsh", "lenient"),
    [
        ([], [], 1, 1, 1),
        (["A"], [], 0, 0, 0),
        ([], ["A"], 0, 0, 0),
        (["A"], ["A"], 1, 1, 1),
        (["B"], ["A"], 0, 0, 0),
        (["A", "B"], ["A"], 1, 1 / 2, 1),
        (["A"], ["A", "B"], 1 / 2, 1, 1),
        (["A", "C", "D"], ["A", "B"], 1 / 2, 1 / 3, 1 / 2),
        (["A", "a", "the A"], ["A"], 1, 1, 1),
    ],
)
def test_marks(said: list[str], expected: list[str], recall: float, harsh: float, lenient: float) -> None:
    found = mark(said, expected)
    assert (found.recall, found.precision("harsh"), found.precision("lenient")) == (recall, harsh, lenient)


@pytest.mark.parametrize(("g", "p", "s", "harsh", "lenient"), [(2, 4, 1.5, 0.5, 0.75), (4, 2, 0.5, 1 / 6, 1 / 6)])
def test_f1_of_half_scores(g: int, p: int, s: float, harsh: float, lenient: float) -> None:
    assert Mark(g, p, s).f1("harsh") == pytest.approx(harsh)
    assert Mark(g, p, s).f1("lenient") == pytest.approx(lenient)


@pytest.mark.parametrize(
    ("g", "p", "s", "recall", "harsh", "lenient"),
    [
        (2, 1, 2, 1, 1, 1),  # a judge found two true items in one given
        (3, 1, 2, 2 / 3, 0.8, 0.8),
        (2, 0, 1, 0, 0, 0),  # nothing given has no score, whatever a judge says
    ],
)
def test_scores_of_more_than_was_given_make_no_figure_greater_than_1(
    g: int, p: int, s: float, recall: float, harsh: float, lenient: float
) -> None:
    found = Mark(g, p, s)
    assert (found.recall, found.f1("harsh"), found.f1("lenient")) == pytest.approx((recall, harsh, lenient))


@pytest.mark.parametrize("expected", [0, 2])
def test_what_failed_is_wrong_even_where_nothing_was_to_be_said(expected: int) -> None:
    failed = Mark(expected, 0, 0, failed=True)
    assert (failed.recall, failed.f1("harsh"), failed.f1("lenient"), failed.missing) == (0, 0, 0, expected)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("May 07, 2024", "2024-05-07", True),
        ("7 May 2024", "on the 7th of May, 2024", True),
        ("May 2024", "7 May 2024", False),
        ("The Custom House", "custom  house", True),
        ("Nora Pellow's", "Nora Pellow", True),
        ("an auction", "Auction", True),
        ("St. Mary’s Church", "St Mary's church", True),
        ("Dr. Nora Pellow", "Nora Pellow", False),
        ("Nora", "Nora Pellow", False),
    ],
)
def test_items_are_the_same_after_normalising(one: str, other: str, same: bool) -> None:
    assert (normal(one) == normal(other)) == same


@given(ITEMS, ITEMS)
def test_lenient_is_never_less_than_harsh_and_counts_add_up(said: list[str], expected: list[str]) -> None:
    found = mark(said, expected)
    assert 0 <= found.f1("harsh") <= found.f1("lenient") <= 1
    assert found.missing + found.matched == found.expected == len(expected)
    assert found.invented + found.matched == found.said == len(said)
    assert set_score(said, expected).f1 == found.f1("harsh") == mark(expected, said).f1("harsh")


@given(ITEMS, st.sampled_from(SCORINGS))
def test_only_all_and_no_more_is_wholly_right(expected: list[str], scoring: Scoring) -> None:
    assert mark(expected, expected).f1(scoring) == 1
    assert mark([*expected, "Z"], expected).f1("harsh") < 1
    assert mark(expected[1:], expected).f1(scoring) < 1 or not expected


@pytest.mark.parametrize(
    ("said", "expected", "tau"),
    [
        ("ABC", "ABC", 1),
        ("CBA", "ABC", -1),
        ("BAC", "ABC", 1 / 3),
        ("ZAYB", "AB", 1),  # what is invented has no place in the order
        ("ABAB", "AB", 1),
        ("AB", "ABC", None),
        ("A", "A", None),
        ("", "", None),
        ("AB", "ABA", 1),  # of what happens twice, the first time counts
    ],
)
def test_order(said: str, expected: str, tau: float | None) -> None:
    assert order(said, expected) == (tau if tau is None else pytest.approx(tau))


@given(st.permutations("ABCDE"))
def test_the_reverse_order_has_the_opposite_tau(said: list[str]) -> None:
    pairs = list(itertools.combinations(said, 2))
    forth = order(said, "ABCDE")
    back = order(said[::-1], "ABCDE")
    assert forth is not None and back is not None
    assert forth == -back == sum(1 if one < other else -1 for one, other in pairs) / len(pairs)


def test_what_is_said_twice_counts_once() -> None:
    assert normals(["7 May 2024", "2024-05-07", " ", "The Quay", "quay"]) == ("2024-05-07", "quay")


# -- statistics --------------------------------------------------------------------------------------------------------


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_an_interval_holds_its_mean_and_stays_among_the_values(values: list[float]) -> None:
    found = mean(values)
    assert found.value is not None and found.low is not None and found.high is not None
    assert min(values) - 1e-9 <= found.low <= found.high <= max(values) + 1e-9
    assert found.value == pytest.approx(math.fsum(values) / len(values))
    assert found == mean(values)


def test_more_questions_narrow_an_interval() -> None:
    few, many = mean([0.0, 1.0] * 10), mean([0.0, 1.0] * 200)
    assert few.low is not None and many.low is not None
    assert few.low < many.low < 0.5
    assert many.low == pytest.approx(0.5 - 1.96 * 0.5 / math.sqrt(400), abs=0.01)  # what the normal law says


def test_bins_weigh_alike_and_empty_ones_nothing() -> None:
    assert macro([[1.0] * 30, [0.0], []]).value == 0.5
    assert macro([[], []]) == mean([]) == percentile([], 50) == NONE
    assert mean([-1.0, -1.0], least=0.0)[:3] == (0, 0, 0)


def test_percentiles_are_values() -> None:
    assert percentile([3.0, 1.0, 2.0, 9.0], 50).value == 2
    assert percentile([3.0, 1.0, 2.0, 9.0], 95).value == 9


@pytest.mark.parametrize(
    ("first", "second", "p"),
    [(0, 0, 1.0), (5, 5, 1.0), (0, 5, 2 / 32), (1, 9, 22 / 1024), (10, 0, 2 / 1024), (30, 20, 0.2026)],
)
def test_mcnemar_is_the_binomial_test(first: int, second: int, p: float) -> None:
    assert mcnemar(first, second) == mcnemar(second, first) == pytest.approx(p, rel=0.01)
