"""The server as a process of its own, for benchmarks and for clients that are killed."""

import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path
from types import TracebackType
from typing import Any, Self

_TESTS = Path(__file__).parents[1]


class ServerProcess:
    """An OpenAI-compatible server in a process of its own.

    Args:
        reply: Where its reply function is: "module:name", found from the tests' folder or `paths`.
        paths: More folders to find modules in.
        options: Options of the command, with underscores: latency=0.2, faults=0.1, seed=7, grace=0.05.
    """

    def __init__(self, reply: str = "", *, paths: tuple[Path | str, ...] = (), **options: float | str) -> None:
        self._command = [sys.executable, "-m", "model_server"]
        if reply:
            self._command += ["--reply", reply]
        for name, value in options.items():
            self._command += [f"--{name.replace('_', '-')}", str(value)]
        folders = [str(_TESTS), *map(str, paths), *filter(None, [os.environ.get("PYTHONPATH")])]
        self._environment = {**os.environ, "PYTHONPATH": os.pathsep.join(folders)}
        self.base_url = self.key = ""

    def __enter__(self) -> Self:
        """Start it; it answers when this returns."""
        self._process = subprocess.Popen(
            self._command, stdout=subprocess.PIPE, stdin=subprocess.PIPE, env=self._environment, text=True
        )
        assert self._process.stdout is not None
        ready = json.loads(self._process.stdout.readline())
        self.base_url, self.key = ready["base_url"], ready["key"]
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop it: it ends when its input does."""
        self._process.communicate(timeout=30)

    @property
    def pid(self) -> int:
        """The process's id."""
        return self._process.pid

    def stats(self) -> dict[str, Any]:
        """Return its counters: requests, paid, lost, statuses, tokens, most_at_once."""
        with urllib.request.urlopen(f"{self.base_url.removesuffix('/v1')}/stats", timeout=30) as reply:
            return dict(json.load(reply))

    def reset(self) -> None:
        """Begin to count anew."""
        address = f"{self.base_url.removesuffix('/v1')}/reset"
        urllib.request.urlopen(urllib.request.Request(address, method="POST"), timeout=30).close()
