"""First and last days in story time, and when two that are told with unlike precision may be one."""

from typing import NamedTuple

from gsw_graph.dates import from_days


class Bounds(NamedTuple):
    """First and last day, in days since 1970-01-01; None is unknown."""

    first: int | None = None
    last: int | None = None

    @property
    def whole(self) -> bool:
        """Whether both ends are known and in order."""
        return self.first is not None and self.last is not None and self.first <= self.last

    @property
    def half(self) -> bool:
        """Whether one end only is known."""
        return (self.first is None) != (self.last is None)

    @property
    def reversed(self) -> bool:
        """Whether it ends before it begins."""
        return self.first is not None and self.last is not None and self.first > self.last

    @property
    def days(self) -> int:
        """How many days lie between its ends; 0 if one is unknown."""
        return 0 if self.first is None or self.last is None else self.last - self.first

    def contains(self, inner: "Bounds") -> bool:
        """Say whether other bounds lie inside of these; an unknown end of these sets no limit.

        Args:
            inner: The other bounds.
        """
        after = self.first is None or (inner.first is not None and self.first <= inner.first)
        before = self.last is None or (inner.last is not None and inner.last <= self.last)
        return after and before

    def meets(self, other: "Bounds") -> bool:
        """Say whether a day can lie in these bounds and in others.

        Args:
            other: The other bounds.
        """
        if self.reversed or other.reversed:
            return False
        ahead = self.first is None or other.last is None or self.first <= other.last
        return ahead and (self.last is None or other.first is None or other.first <= self.last)

    def may_be(self, later: "Bounds") -> bool:
        """Say whether whole bounds that begin and end later can be the same ones up to precision.

        Args:
            later: The other bounds.
        """
        if self.first is None or self.last is None or later.first is None or later.last is None:
            return False
        return later.first <= self.last and may_begin(self.first, later.first) and may_end(later.last, self.last)


def may_begin(vague: int, exact: int) -> bool:
    """Say whether a begin that is told by its month or year can be a day in that month or year.

    Args:
        vague: First day of what was told; a day told as such is only itself, unless it begins a month.
        exact: The day.
    """
    year, month, day = from_days(vague)
    exact_year, exact_month, _ = from_days(exact)
    unit = (year, month) == (exact_year, exact_month) or (month == 1 and year == exact_year)
    return vague == exact or (vague < exact and day == 1 and unit)


def may_end(vague: int, exact: int) -> bool:
    """Say whether an end that is told by its month or year can be a day in that month or year.

    Args:
        vague: Last day of what was told; a day told as such is only itself, unless it ends a month.
        exact: The day.
    """
    year, month, _ = from_days(vague)
    _, next_month, next_day = from_days(vague + 1)
    exact_year, exact_month, _ = from_days(exact)
    unit = (year, month) == (exact_year, exact_month) or (next_month == 1 and year == exact_year)
    return vague == exact or (exact < vague and next_day == 1 and unit)
