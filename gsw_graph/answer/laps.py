"""How long each part of answering takes."""

import time


class Laps:
    """Seconds by part, one part after the other; the first begins at once."""

    def __init__(self) -> None:
        self._since = time.monotonic()
        self.seconds: dict[str, float] = {}
        """Seconds by part, in the order in which they ended first."""

    def end(self, part: str) -> None:
        """Note that a part ends, and the next begins.

        Args:
            part: What was done.
        """
        now = time.monotonic()
        self.seconds[part] = self.seconds.get(part, 0.0) + now - self._since
        self._since = now
