"""A budget: what a run may spend, in US dollars, in tokens, or both."""

import re
import threading
from typing import NamedTuple, Self

from gsw_graph.errors import BudgetError, ConfigError

_AMOUNT = re.compile(r"(?P<number>\d+(\.\d+)?)\s*(?P<unit>usd|tok|ktok|mtok)", re.IGNORECASE)
_TOKENS = {"tok": 1, "ktok": 1_000, "mtok": 1_000_000}
_POLL_SECONDS = 1.0
"""How long a waiting thread may take to see that the run stops."""


class Spent(NamedTuple):
    """Tokens, in and out, and US dollars."""

    tokens: int = 0
    usd: float = 0.0


class Budget:
    """What a run may spend; shared by all threads.

    Before a call the most that it can cost is reserved, and afterwards what it did cost is spent. So a call begins only
    if the budget bears it: a thread waits while calls under way may leave enough of it, and the run ends when none do.

    Args:
        usd: US dollars; None is no limit.
        tokens: Tokens, in and out; None is no limit.
    """

    def __init__(self, *, usd: float | None = None, tokens: int | None = None) -> None:
        self.usd = usd
        self.tokens = tokens
        self.spent = Spent()
        self._reserved = Spent()
        self._under_way = 0
        self._settled = threading.Condition()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return a budget as it is written: "5usd", "200ktok", "5usd,2Mtok".

        Args:
            text: One amount or two, with their units: usd, tok, ktok, Mtok.

        Raises:
            ConfigError: It is no budget.
        """
        usd: float | None = None
        tokens: int | None = None
        for part in text.split(","):
            match = _AMOUNT.fullmatch(part.strip())
            number = float(match["number"]) if match else 0
            unit = match["unit"].lower() if match else ""
            if not number or (usd if unit == "usd" else tokens) is not None:
                raise ConfigError(f"{text[:40]!r} is no budget.", hint="--budget 5usd, 200ktok, or 5usd,2Mtok")
            if unit == "usd":
                usd = number
            else:
                tokens = int(number * _TOKENS[unit])
        return cls(usd=usd, tokens=tokens)

    def __str__(self) -> str:
        """Return the budget as it is written."""
        amounts = [f"{self.usd:g}usd" if self.usd is not None else "", f"{self.tokens}tok" if self.tokens else ""]
        return ",".join(filter(None, amounts))

    def reserve(self, most: Spent, stopping: threading.Event | None = None) -> bool:
        """Set the most that a call can cost aside; wait while calls under way may leave enough.

        Returns whether it is reserved, which it is unless the run stops.

        Args:
            most: What the call costs at most.
            stopping: Set when the run stops; then nobody waits.

        Raises:
            BudgetError: What is left is not enough, and nothing is under way that could leave more.
        """
        with self._settled:
            while not self._bears(most):
                if stopping and stopping.is_set():
                    return False
                if not self._under_way:
                    raise BudgetError(
                        f"The budget of {self} does not bear another call: {self.spent.tokens} tokens and "
                        f"{self.spent.usd:.4f} usd of it are spent, and the next call may take up to {most.tokens} "
                        f"tokens and {most.usd:.4f} usd.",
                        hint="the same command with a larger --budget; what is done is kept",
                    )
                self._settled.wait(_POLL_SECONDS)
            self._under_way += 1
            self._reserved = _sum(self._reserved, most)
            return True

    def settle(self, most: Spent, spent: Spent) -> None:
        """Spend what a call did cost, instead of what was reserved for it.

        Args:
            most: As it was reserved.
            spent: What it cost; nothing if it failed.
        """
        with self._settled:
            self._under_way -= 1
            left = Spent(self._reserved.tokens - most.tokens, self._reserved.usd - most.usd)
            self._reserved = left if self._under_way else Spent()  # without what rounding leaves
            self.spent = _sum(self.spent, spent)
            self._settled.notify_all()

    def spend(self, spent: Spent) -> None:
        """Spend what was not reserved.

        Args:
            spent: What it cost.
        """
        with self._settled:
            self.spent = _sum(self.spent, spent)

    def _bears(self, most: Spent) -> bool:
        """Say whether what is neither spent nor reserved is enough."""
        taken = _sum(_sum(self.spent, self._reserved), most)
        return (self.usd is None or taken.usd <= self.usd) and (self.tokens is None or taken.tokens <= self.tokens)


def _sum(one: Spent, other: Spent) -> Spent:
    return Spent(one.tokens + other.tokens, one.usd + other.usd)
