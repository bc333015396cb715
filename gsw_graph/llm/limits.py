"""Limits of an endpoint, kept on our side: requests and tokens per minute, and the pauses that it asks for."""

import threading
import time

MINUTE = 60.0


class Limits:
    """Lets requests go one after the other, as evenly as the limits say; shared by all threads.

    Each request gets its moment when it asks, in the order of asking, and sleeps until then. Nothing is saved up: a
    pause earns no burst, because endpoints measure in parts of a minute.

    Args:
        requests_per_minute: Most requests; 0 is no limit.
        tokens_per_minute: Most tokens, of requests and replies; 0 is no limit.
    """

    def __init__(self, requests_per_minute: float = 0, tokens_per_minute: float = 0) -> None:
        self.requests_per_minute = requests_per_minute
        self.tokens_per_minute = tokens_per_minute
        self._guard = threading.Lock()
        self._next = 0.0
        self._held_until = 0.0

    def wait(self, tokens: int, stopping: threading.Event) -> None:
        """Return when a request may go, or when the run stops.

        Args:
            tokens: What it takes at most, with its reply.
            stopping: Set when the run stops.
        """
        moment = self._moment(tokens)
        while (delay := max(moment, self._held_until) - time.monotonic()) > 0:
            if stopping.wait(delay):
                return
            if moment < self._held_until:  # those whose moment passed in the pause would all go at its end
                moment = self._moment(tokens)

    def hold(self, seconds: float) -> None:
        """Let no request go for some time.

        Args:
            seconds: How long.
        """
        with self._guard:
            self._held_until = max(self._held_until, time.monotonic() + seconds)

    def _moment(self, tokens: int) -> float:
        """Return when a request may go, and move the next one's moment on."""
        gap = MINUTE / self.requests_per_minute if self.requests_per_minute else 0.0
        if self.tokens_per_minute:
            gap = max(gap, tokens * MINUTE / self.tokens_per_minute)
        with self._guard:
            moment = max(self._next, self._held_until, time.monotonic())
            self._next = moment + gap
        return moment
