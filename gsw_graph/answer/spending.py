"""What an answer's context was made of, for an explanation: what was in question for it, shown or left out, and why."""

from collections.abc import Sequence
from typing import NamedTuple

from gsw_graph.answer.called import Names
from gsw_graph.answer.findings import Findings
from gsw_graph.answer.retrieval import MOST_SUMMARIES
from gsw_graph.answer.summaries import Summary
from gsw_graph.answer.texts import Passage
from gsw_graph.explanation import BudgetSpent, ContextPart
from gsw_graph.language import count_tokens
from gsw_graph.views import Answer

MOST = 10
"""Of what was left out, as many are told; of the others, how many they are."""


class Part(NamedTuple):
    """A summary or passage that was in question for the context."""

    chapter: str
    """Uid of the chapter."""
    actor: str
    """Uid of whom the summary is about; "" for a passage."""
    text: str
    score: float | None
    """Cosine with the question; None for a passage."""
    shown: bool


class Budget(NamedTuple):
    """What the context may hold."""

    max_tokens: int
    max_chapters: int


def parts_of_summaries(ranked: Sequence[Summary], kept: Sequence[Summary]) -> list[Part]:
    """Return summaries that were in question for a context.

    Args:
        ranked: All of them, best first.
        kept: Those that are shown.
    """
    shown = {(one.chapter, one.actor) for one in kept}
    return [Part(one.chapter, one.actor, one.text, one.score, (one.chapter, one.actor) in shown) for one in ranked]


def parts_of_passages(looked: Sequence[Passage], kept: Sequence[Passage]) -> list[Part]:
    """Return passages that were in question for a context.

    Args:
        looked: All of them, best first.
        kept: Those that are shown.
    """
    shown = {one.uid for one in kept}
    return [Part(one.chapter_uid, "", one.text, None, one.uid in shown) for one in looked]


def spent(said: Answer, found: Findings, parts: Sequence[Part], budget: Budget, names: Names) -> BudgetSpent:
    """Return what went into the context, and what was left out.

    Args:
        said: The answer.
        found: What was found for its question.
        parts: What was in question for the context, best first.
        budget: What the context may hold.
        names: What actors and chapters are called.
    """
    shown = [part for part in parts if part.shown]
    chapters = {part.chapter for part in shown}
    full = bool(budget.max_chapters) and len(chapters) >= budget.max_chapters
    left = []
    for at, part in enumerate(parts):
        if part.shown:
            continue
        if found.chosen.ranked and at >= MOST_SUMMARIES:
            why = f"the best {MOST_SUMMARIES} come before it"
        elif full and part.chapter not in chapters:
            why = f"{budget.max_chapters} other chapters come before it"
        else:
            why = "no room for it"
        left.append((part, why))
    return BudgetSpent(
        allowed=budget.max_tokens,
        spent=sum(map(count_tokens, said.context)),
        max_chapters=budget.max_chapters,
        shows=found.arm.shows,
        shown=tuple(_part(part, "", names) for part in shown if part.chapter in names.chapters),
        left_out=tuple(_part(part, why, names) for part, why in left[:MOST] if part.chapter in names.chapters),
        others=max(0, len(left) - MOST),
        seconds=dict(found.laps.seconds),
    )


def _part(part: Part, why: str, names: Names) -> ContextPart:
    """Return a summary or passage with what it takes."""
    return ContextPart(
        chapter=names.chapters[part.chapter],
        name=names.nodes[part.actor].name if part.actor in names.nodes else "",
        tokens=count_tokens(part.text),
        score=part.score,
        why=why,
    )
