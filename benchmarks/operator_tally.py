"""Counts of right, missed and false records."""

from dataclasses import dataclass, field

KINDS = (
    "actors", "roles", "states", "verbs", "participants", "changes", "polarity", "times", "edtf", "places",
    "couplings", "pronouns", "questions",
)  # fmt: skip
RECALL_ONLY = frozenset({"changes", "questions"})
"""Kinds of which finding more than the gold has is no error."""


@dataclass
class Tally:
    """Counts of one kind, with what was missed and what was found falsely, one line each."""

    right: int = 0
    missed: list[str] = field(default_factory=list)
    false: list[str] = field(default_factory=list)

    @property
    def precision(self) -> float:
        """Share of what was found that is right; 1 if nothing was found."""
        return self.right / (self.right + len(self.false)) if self.right or self.false else 1.0

    @property
    def recall(self) -> float:
        """Share of the gold that was found; 1 if there is none."""
        return self.right / (self.right + len(self.missed)) if self.right or self.missed else 1.0

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0

    def check(self, right: bool, missed: str, false: str = "") -> None:
        """Count one thing of the gold.

        Args:
            right: Whether it was found.
            missed: What to note if not.
            false: What was found in its place, if something was.
        """
        if right:
            self.right += 1
        else:
            self.missed.append(missed)
            self.false += [false] if false else []

    def add(self, other: "Tally") -> None:
        """Add another text's counts.

        Args:
            other: The other text's tally of the same kind.
        """
        self.right += other.right
        self.missed += other.missed
        self.false += other.false
