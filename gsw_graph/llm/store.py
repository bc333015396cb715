"""Where an asker's replies are kept, as it sees it."""

from collections.abc import Callable, Mapping, Sequence, Set
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol

from gsw_graph.llm.caller import Call
from gsw_graph.llm.tasks import Task


class Taken(NamedTuple):
    """What the store says to some keys; those in none of its parts are another's, who is asking just now."""

    done: dict[str, str]
    """Replies that are there, as JSON."""
    failed: dict[str, str]
    """Why others failed in this run."""
    mine: set[str]
    """Those that are now ours to ask for."""


class Store(Protocol):
    """Where replies are kept."""

    def open(self) -> AbstractContextManager[None]:
        """Return the context in which they are kept."""
        ...

    def take(self, keys: Sequence[str], documents: Mapping[str, Set[str]]) -> Taken:
        """Return what is there, and claim what is not; all of it is of those documents."""
        ...

    def keep(
        self,
        task: Task,
        payloads: Mapping[str, str],
        call: Call | None,
        *,
        failures: Mapping[str, str] | None = None,
        settled: Callable[[], None] = lambda: None,
    ) -> None:
        """Keep replies, failures and what the call cost."""
        ...

    def give_back(self, keys: Set[str]) -> None:
        """Let others ask for what was ours to ask for."""
        ...

    def flush(self) -> None:
        """Wait until all is kept."""
        ...
