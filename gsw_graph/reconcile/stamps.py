"""The stamps of statements: what one claim gives, and what several give together."""

from collections.abc import Sequence
from typing import Any

from gsw_graph.graph import Row
from gsw_graph.reconcile.facts import ClaimFact
from gsw_graph.reconcile.periods import STRENGTH, Period


def stamp(claim: ClaimFact, period: Period) -> Row:
    """Return the time stamps and the source that a claim gives a statement.

    Args:
        claim: The claim.
        period: When the statement holds.
    """
    return {
        "valid_from": period.valid_from,
        "valid_to": period.valid_to,
        "open": period.open,
        "told_at": claim.told_at,
        "recorded_at": claim.recorded_at,
        "source": claim.source,
        "confidence": claim.confidence,
    }


def together(stamps: Sequence[Row]) -> Row:
    """Return the stamps of one statement that several claims make: earliest, latest, strongest.

    Args:
        stamps: Those of each claim, at least one.
    """

    def known(name: str) -> list[Any]:
        return [one[name] for one in stamps if one[name] is not None]

    return {
        "valid_from": min(known("valid_from"), default=None),
        "valid_to": max(known("valid_to"), default=None),
        "open": any(known("open")),
        "told_at": min(known("told_at"), default=None),
        "recorded_at": min(known("recorded_at"), default=None),
        "source": max(known("source"), key=lambda source: STRENGTH[source]),
        "confidence": max(known("confidence"), default=None),
    }
