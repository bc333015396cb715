"""A light profile: some functions are wrapped for a while, and each second counts for the innermost of them."""

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Self


class Clock:
    """Counts the seconds of the functions that it wraps, for each thread apart, without those they call in turn.

    Use it as a context manager: at its end the functions are what they were.
    """

    def __init__(self) -> None:
        self._seconds: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        self._wrapped: list[tuple[Any, str, Any]] = []
        self._local = threading.local()

    def __enter__(self) -> Self:
        """Return the clock itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Put the functions back."""
        while self._wrapped:
            owner, name, function = self._wrapped.pop()
            if function is None:
                delattr(owner, name)
            else:
                setattr(owner, name, function)

    def wrap(self, owner: Any, name: str, label: str | Callable[..., str]) -> None:
        """Count a function's seconds.

        Args:
            owner: The module, class or object that has it.
            name: Its name there.
            label: What its seconds count as; a function gets the call's arguments and names it.
        """
        function = getattr(owner, name)

        def timed(*args: Any, **kwargs: Any) -> Any:
            with self.part(label if isinstance(label, str) else label(*args, **kwargs)):
                return function(*args, **kwargs)

        self._wrapped.append((owner, name, vars(owner).get(name)))
        setattr(owner, name, timed)

    @contextmanager
    def part(self, label: str) -> Iterator[None]:
        """Count the seconds inside of it, less those that inner parts count."""
        stack: list[float] = self._local.__dict__.setdefault("stack", [])
        stack.append(0.0)
        started = time.perf_counter()
        try:
            yield
        finally:
            spent = time.perf_counter() - started
            inner = stack.pop()
            if stack:
                stack[-1] += spent
            self._seconds[self._thread()][label] += spent - inner

    def parts(self) -> dict[str, dict[str, float]]:
        """Return thread → label → seconds."""
        return {thread: dict(seconds) for thread, seconds in self._seconds.items()}

    @staticmethod
    def _thread() -> str:
        """Return which thread this is; helpers count together."""
        return "main thread" if threading.current_thread() is threading.main_thread() else "other threads"
