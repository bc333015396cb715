"""Questions → answers with their evidence, read off the graph (system.md §6, the `local` way)."""

import time
from collections.abc import Sequence

from gsw_graph.answer.arms import DEFAULT_ARM
from gsw_graph.answer.evidence import evidence_of
from gsw_graph.answer.explain import explain as explained
from gsw_graph.answer.findings import Finder, Findings
from gsw_graph.answer.items import Item
from gsw_graph.answer.spending import Budget, Part, parts_of_passages, parts_of_summaries
from gsw_graph.answer.summaries import Summary, ranked_summaries, within_budget
from gsw_graph.answer.texts import chapter_texts
from gsw_graph.answer.words import answer_text
from gsw_graph.embed import Embedder
from gsw_graph.graph import Graph
from gsw_graph.language import count_tokens
from gsw_graph.views import Answer, Statement

__all__ = ["Answerer"]


class Answerer:
    """Answers questions from one workspace.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        embedder: Makes the vectors of content cues and summaries.
    """

    def __init__(self, graph: Graph, workspace: str, embedder: Embedder) -> None:
        self._graph = graph
        self._workspace = workspace
        self._embedder = embedder
        self._finder = Finder(graph, workspace, embedder)

    def answer(
        self, text: str, *, max_tokens: int, max_chapters: int, arm: str = DEFAULT_ARM, explain: bool = False
    ) -> Answer:
        """Answer a question.

        Args:
            text: The question.
            max_tokens: Budget of the context, in o200k tokens.
            max_chapters: Most chapters to draw on; 0 is no limit.
            arm: How chapters are chosen and what of the memory may be used: a name of `answer.arms.ARMS`.
            explain: Whether to say why the answer is as it is.

        Raises:
            InputError: The question is blank or too long, a budget is negative, or there is no such arm.
        """
        started = time.monotonic()
        found = self._finder.find(text, max_tokens=max_tokens, max_chapters=max_chapters, arm=arm)
        items, cues = found.items, found.cues
        ranked, shown = self._summaries(found, max_tokens, max_chapters)
        context = chapter_texts(found.chosen.passages) or tuple(summary.text for summary in shown)
        found.laps.end("summaries")
        evidence = evidence_of(self._graph, self._workspace, items)
        found.laps.end("evidence")
        said = answer_text(found.question, items, cues, partial=found.partial, evidence=evidence, number=found.number)
        answer = Answer(
            question=text,
            text=said,
            items=found.said,
            abstained=not items,
            partial=found.partial and bool(found.units),
            cues=found.named,
            arm=arm,
            chapters=found.drawn,
            evidence=tuple(evidence),
            entities=tuple(dict.fromkeys(item.uid for item in items)),
            statements=tuple(Statement(**row) for row in self._statements(items)),
            context=context,
            tokens_in=count_tokens(text) + sum(count_tokens(part) for part in context),
            tokens_out=count_tokens(said),
            notes=found.notes,
            seconds=time.monotonic() - started,
        )
        if not explain:
            return answer
        parts = _parts(found, ranked, shown)
        budget = Budget(max_tokens, max_chapters)
        why = explained(self._graph, self._workspace, answer, found, parts, budget, model=False)
        return answer.model_copy(update={"explanation": why})

    def _summaries(self, found: Findings, max_tokens: int, max_chapters: int) -> tuple[list[Summary], list[Summary]]:
        """Return the summaries in question for the context, best first, and those of them that fit the budget."""
        chosen = found.chosen
        if chosen.passages or chosen.summaries:
            return list(chosen.ranked), list(chosen.summaries)
        pairs, text = found.pairs(found.units), found.question.text
        ranked = ranked_summaries(self._graph, self._workspace, self._embedder, text, pairs, found.arm)
        return ranked, within_budget(ranked, max_tokens, max_chapters)

    def _statements(self, items: list[Item]) -> list[dict[str, object]]:
        """Return the statements of the held layer that the items were read from."""
        rows = [{"uid": item.uid, "label": item.label, "via": item.proof[1]} for item in items]
        return self._graph.run("match/statements", workspace=self._workspace, rows=rows)


def _parts(found: Findings, ranked: Sequence[Summary], shown: Sequence[Summary]) -> list[Part]:
    """Return what was in question for the context: passages, or summaries."""
    if found.arm.shows == "passages":
        return parts_of_passages(found.chosen.looked, found.chosen.passages)
    return parts_of_summaries(ranked, shown)
