"""The register of decisions: which stand, who made them, when and why, in words that are looked up when it is read."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from gsw_graph.dates import day_text
from gsw_graph.decisions import (
    Answer,
    Apart,
    Decision,
    End,
    False_,
    Kept,
    Part,
    Rename,
    Retype,
    Same,
    Split,
    kept_decisions,
    standing,
)
from gsw_graph.graph import Graph, Row
from gsw_graph.log import Log

GONE = "(not in the texts now)"
"""Stands for a name or claim of which no text is left; the decision on it holds again when the text returns."""


class Standing(NamedTuple):
    """A decision that stands, in words."""

    number: int
    kind: str
    said: str
    """What was decided."""
    by: str
    """"human", or the exact name of a model."""
    recorded_at: datetime | None
    reason: str
    """A person's own words, or those of the model, as long as the texts stand that it was asked about."""
    key: str
    """Its log key, the same in every workspace."""


def register(graph: Graph, workspace: str) -> list[Standing]:
    """Return the decisions that stand, in the order in which they were made.

    Args:
        graph: The database.
        workspace: Name of the workspace.
    """
    kept = {one.decision.key: one for one in kept_decisions(graph, workspace)}
    made = standing(one.decision for one in kept.values())
    words = _Words(graph, workspace, made)
    return [_shown(kept[decision.key], words) for decision in made]


def _shown(kept: Kept, words: "_Words") -> Standing:
    """Return a decision in words."""
    one = kept.decision
    return Standing(
        one.number, one.what.kind, words.said(one), one.by, kept.recorded_at, one.reason or words.reasons(one), one.key
    )


class _Words:
    """What the texts call those whom decisions concern, and what models said.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        decisions: The decisions.
    """

    def __init__(self, graph: Graph, workspace: str, decisions: Sequence[Decision]) -> None:
        here = {"workspace": workspace}
        personae = sorted({uid for one in decisions for uid in one.what.about_personae})
        claims = sorted({uid for one in decisions for uid in one.what.about_claims})
        self._names = {row["uid"]: row["name"] for row in graph.run("read/persona_names", **here, uids=personae)}
        self._quotes = {row["uid"]: _quoted(row) for row in graph.run("read/claims", **here, uids=claims)}
        self._replies = Log(graph, workspace).done([one.reply for one in decisions if one.reply])

    def reasons(self, decision: Decision) -> str:
        """Return why a model decided so, as far as the log still has it."""
        reply = self._replies.get(decision.reply)
        return str(json.loads(reply.payload).get("reason", "")) if reply else ""

    def said(self, decision: Decision) -> str:
        """Return what was decided."""
        what = decision.what
        if isinstance(what, Same | Apart):
            one, other = self._name(what.one), self._name(what.other)
            return f"{one} and {other} are {'one' if isinstance(what, Same) else 'two'}"
        if isinstance(what, Split):
            names = sorted(
                {self._name(facet.becomes, facet.of) for facet in what.facets} or map(self._name, what.along)
            )
            return f"{', '.join(names)} in {', '.join(map(_where, what.parts))} is another than elsewhere"
        if isinstance(what, Rename):
            return f"{self._name(what.persona)} is shown as {what.name}"
        if isinstance(what, Retype):
            return f"{self._name(what.persona)} is of the kind {what.to}"
        if isinstance(what, End):
            return f"{self._claims(what.claims)} ended on {day_text(what.day)}"
        if isinstance(what, False_):
            return f"{self._claims(what.claims)} is false"
        if isinstance(what, Answer):
            return f"{self._claims((what.claim,))} {'answers' if what.yes else 'does not answer'} {what.question}"
        return f"{what.key} is undone"

    def _name(self, *personae: str) -> str:
        """Return the name of the first of some personae that has one."""
        return next((self._names[uid] for uid in personae if uid in self._names), GONE)

    def _claims(self, claims: Sequence[str]) -> str:
        """Return the words of the first of some claims that stands."""
        quotes = [self._quotes[uid] for uid in claims if uid in self._quotes]
        more = f" and {len(claims) - 1} more" if len(claims) > 1 else ""
        return f"{quotes[0]}{more}" if quotes else GONE


def _quoted(claim: Row) -> str:
    """Return the words of a claim, and whom they are about."""
    whom = f" ({', '.join(claim['whom'])})" if claim["whom"] else ""
    return f"“{claim['quote']}”{whom}"


def _where(part: Part) -> str:
    """Return the chapters of a document."""
    return " ".join([part.document, *map(str, part.chapters)])
