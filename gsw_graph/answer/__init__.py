"""Questions → answers with their evidence, read off the graph (system.md §6, the `local` way)."""

import time

from gsw_graph.answer.evidence import evidence_of
from gsw_graph.answer.frames import asks_for_event
from gsw_graph.answer.items import Item, Scenes, Unit, in_order, items_of
from gsw_graph.answer.lookups import Lookups
from gsw_graph.answer.match import Cue, Matcher
from gsw_graph.answer.question import Question, read_question
from gsw_graph.answer.summaries import Summary, ranked_summaries, within_budget
from gsw_graph.answer.words import answer_text
from gsw_graph.embed import Embedder
from gsw_graph.errors import InputError
from gsw_graph.graph import Graph
from gsw_graph.language import count_tokens
from gsw_graph.views import Answer, Statement

LONGEST_QUESTION = 2000
"""Characters of a question: beyond, it is a text to take in."""
MOST_UNITS = 40
"""Chapters looked into for one question."""
MOST_SUMMARIES = 24
"""Actors in chapters that are summarised for one question."""

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
        self._matcher = Matcher(graph, workspace, embedder)
        self._lookups = Lookups(graph, workspace)

    def answer(self, text: str, *, max_tokens: int, max_chapters: int) -> Answer:
        """Answer a question.

        Args:
            text: The question.
            max_tokens: Budget of the context, in o200k tokens.
            max_chapters: Most chapters to draw on; 0 is no limit.

        Raises:
            InputError: The question is blank or too long, or a budget is negative.
        """
        started = time.monotonic()
        _check(text, max_tokens, max_chapters)
        question = read_question(text)
        cues = self._matcher.cues(question)
        chapters, partial = _chapters(cues)
        confined = {uid: None if partial else _scenes(cues, uid) for uid in chapters[: max_chapters or MOST_UNITS]}
        units = self._units(confined)
        items = [] if question.negated else self._framed(question, cues)
        if not (items or partial or question.negated or asks_for_event(question, cues)):
            items = items_of(question, units, cues)
        summaries = self._summaries(text, units, cues, items, max_tokens, max_chapters)
        evidence = evidence_of(self._graph, self._workspace, items)
        context = tuple(summary.text for summary in summaries)
        said = answer_text(question, items, cues, partial=partial, evidence=evidence)
        return Answer(
            question=text,
            text=said,
            items=tuple(item.text for item in items),
            abstained=not items,
            partial=partial and bool(units),
            cues=tuple(f"{cue.kind}: {cue.phrase}" for cue in cues),
            evidence=tuple(evidence),
            entities=tuple(dict.fromkeys(item.uid for item in items)),
            statements=tuple(Statement(**row) for row in self._statements(items)),
            context=context,
            tokens_in=count_tokens(text) + sum(count_tokens(part) for part in context),
            tokens_out=count_tokens(said),
            seconds=time.monotonic() - started,
        )

    def _framed(self, question: Question, cues: list[Cue]) -> list[Item]:
        """Return the items that the question's own verb, role or name leads to, in the order asked for."""
        found = self._lookups.find(question, cues)
        if not found:
            return []
        units = {unit.uid: unit for unit in self._units(dict.fromkeys(sorted({one.chapter for one in found})))}
        items: dict[str, Item] = {}
        for unit in in_order(question, list(units.values())):
            for one in found:
                if one.chapter == unit.uid and (not items or question.order not in {"latest", "first"}):
                    proof = (one.proof_label, one.proof_uid)
                    items.setdefault(one.text, Item(one.text, one.label, one.uid, unit, proof))
        return list(items.values())

    def _units(self, confined: dict[str, Scenes]) -> list[Unit]:
        """Read the facts of chapters, each in the scenes that count."""
        rows = [{"uid": uid, "scenes": None if scenes is None else sorted(scenes)} for uid, scenes in confined.items()]
        found = self._graph.run("match/chapter_facts", workspace=self._workspace, rows=rows)
        return [Unit(**{**row, "scenes": confined[row["uid"]]}) for row in found]

    def _summaries(
        self,
        text: str,
        units: list[Unit],
        cues: list[Cue],
        items: list[Item],
        max_tokens: int,
        max_chapters: int,
    ) -> list[Summary]:
        """Return the summaries of the actors concerned, nearest to the question first, cut to the budget."""
        wanted = {uid for cue in cues if cue.kind == "actor" for uid in cue.uids} | {item.uid for item in items}
        pairs = []
        for unit in units:
            actors = sorted(unit.actors, key=lambda row: (row["uid"] not in wanted, -row["weight"], row["uid"]))
            pairs += [(unit.uid, row["uid"]) for row in actors[:2]]
        found = ranked_summaries(self._graph, self._workspace, self._embedder, text, pairs[:MOST_SUMMARIES])
        return within_budget(found, max_tokens, max_chapters)

    def _statements(self, items: list[Item]) -> list[dict[str, object]]:
        """Return the statements of the held layer that the items were read from."""
        rows = [{"uid": item.uid, "label": item.label, "via": item.proof[1]} for item in items]
        return self._graph.run("match/statements", workspace=self._workspace, rows=rows)


def _check(text: str, max_tokens: int, max_chapters: int) -> None:
    """Refuse what cannot be answered."""
    if not text.strip():
        raise InputError("The question is empty.", hint="gsw ask 'Who was at the harbour?'")
    if len(text) > LONGEST_QUESTION:
        raise InputError(
            f"The question has {len(text)} characters; {LONGEST_QUESTION} are the most.", hint="gsw ingest"
        )
    if min(max_tokens, max_chapters) < 0:
        raise InputError("A budget cannot be less than 0.", hint="--max-tokens 4000 --max-chapters 17")


def _chapters(cues: list[Cue]) -> tuple[list[str], bool]:
    """Return the chapters that hold all cues, or the best that hold some, and whether they are only such."""
    if not cues:
        return [], False
    held = [set(cue.hits) for cue in cues]
    every = {chapter for chapter in set.intersection(*held) if _scenes(cues, chapter) != frozenset()}
    chosen = every or set.union(*held)

    def order(chapter: str) -> tuple[int, float, str]:
        hits = [cue.hits[chapter].weight for cue in cues if chapter in cue.hits]
        return -len(hits), -sum(hits), chapter

    return sorted(chosen, key=order), not every


def _scenes(cues: list[Cue], chapter: str) -> Scenes:
    """Return the scenes of a chapter that hold all named cues that it holds; None if it holds no named one."""
    held = [cue.hits[chapter].scenes for cue in cues if cue.kind != "content" and chapter in cue.hits]
    return frozenset.intersection(*held) if held else None
