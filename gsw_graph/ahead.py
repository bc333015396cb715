"""Work done ahead: several items side by side, their results in order."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

A = TypeVar("A")
B = TypeVar("B")


def in_order(
    pool: ThreadPoolExecutor,
    work: Callable[[A], B],
    items: Iterable[A],
    width: int,
    *,
    weight: Callable[[A], int],
    most: int,
) -> Iterator[B]:
    """Yield what is made of each item, in the order of the items, while the next are being worked on.

    Whatever ends it, nobody is waited for here: what is being worked on ends when the caller ends what it waits for.

    Args:
        pool: Threads to work in, as many as the width.
        work: Makes a result of an item; with a width of 1 it runs in the caller's thread.
        items: Are drawn as they are needed.
        width: Most items that are worked on side by side.
        weight: How heavy an item is.
        most: Total weight beyond which no further item is drawn, so that memory stays bounded.
    """
    if width == 1:
        yield from map(work, items)
        return
    waiting: deque[tuple[int, Future[B]]] = deque()
    try:
        for item in items:
            waiting.append((weight(item), pool.submit(work, item)))
            while len(waiting) >= width or (waiting and sum(size for size, _ in waiting) > most):
                yield waiting.popleft()[1].result()
        while waiting:
            yield waiting.popleft()[1].result()
    finally:
        for _, future in waiting:
            future.cancel()
