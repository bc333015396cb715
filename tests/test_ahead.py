"""Work done ahead: results in order, no more side by side than allowed, nothing drawn that would not fit."""

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gsw_graph import ahead

T = TypeVar("T")


def in_order(
    work: Callable[[int], T], items: Iterable[int], width: int, *, weight: Callable[[int], int], most: int
) -> Iterator[T]:
    with ThreadPoolExecutor(width) as pool:
        yield from ahead.in_order(pool, work, items, width, weight=weight, most=most)


def drawn(items: list[int], seen: list[int]) -> Iterator[int]:
    for item in items:
        seen.append(item)
        yield item


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(0, 5), max_size=20), st.integers(1, 6), st.integers(0, 12))
def test_results_come_in_the_order_of_the_items(items: list[int], width: int, most: int) -> None:
    found = in_order(lambda item: item * 2, items, width, weight=lambda item: item, most=most)
    assert list(found) == [item * 2 for item in items]


def counting(most: list[int]) -> Callable[[int], int]:
    guard, now = threading.Lock(), [0]

    def work(item: int) -> int:
        with guard:
            now[0] += 1
            most[0] = max(most[0], now[0])
        time.sleep(0.01)
        with guard:
            now[0] -= 1
        return item

    return work


def test_items_are_worked_on_side_by_side_and_no_more_than_allowed() -> None:
    most = [0]
    list(in_order(counting(most), range(12), 3, weight=lambda _: 1, most=100))
    assert 1 < most[0] <= 3


def test_no_more_is_drawn_than_fits() -> None:
    seen: list[int] = []
    found = in_order(lambda item: item, drawn([1] * 10, seen), 8, weight=lambda item: item, most=3)
    next(found)
    assert len(seen) == 4  # the one that is too much is drawn, and then the first is waited for


def test_a_width_of_one_works_in_the_callers_thread_and_draws_nothing_ahead() -> None:
    seen: list[int] = []
    found = in_order(lambda _: threading.current_thread(), drawn([1, 2], seen), 1, weight=lambda _: 1, most=9)
    assert next(found) is threading.current_thread()
    assert seen == [1]


def test_what_fails_is_raised_in_its_turn_and_the_rest_is_given_up() -> None:
    done: list[int] = []

    def work(item: int) -> int:
        if item == 2:
            raise ValueError("two")
        time.sleep(0.005)
        done.append(item)
        return item

    found = in_order(work, range(100), 2, weight=lambda _: 1, most=100)
    assert [next(found), next(found)] == [0, 1]
    with pytest.raises(ValueError, match="two"):
        next(found)
    assert len(done) < 10
