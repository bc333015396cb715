"""What the graph holds for a question: its cues, the chapters that hold them, and the items read off them.

Both ways of answering begin here, so that they look at the same chapters and actors (system.md §6).
"""

from typing import NamedTuple

from gsw_graph.answer.items import Item, Scenes, Unit, in_order, items_of
from gsw_graph.answer.lookups import Lookups, asks_for_statement
from gsw_graph.answer.match import Cue, Matcher
from gsw_graph.answer.question import Question, read_question
from gsw_graph.embed import Embedder
from gsw_graph.errors import InputError
from gsw_graph.graph import Graph

LONGEST_QUESTION = 2000
"""Characters of a question: beyond, it is a text to take in."""
MOST_UNITS = 40
"""Chapters looked into for one question."""
MOST_SUMMARIES = 24
"""Actors in chapters that are summarised for one question."""
ACTORS_OF_CHAPTER = 2
"""Actors of one chapter among them."""


class Findings(NamedTuple):
    """What was found for a question."""

    question: Question
    cues: list[Cue]
    units: list[Unit]
    """The chapters looked into, as documents and chapters follow each other."""
    best: list[str]
    """Uids of those chapters, the best first."""
    partial: bool
    """Whether no chapter holds all cues, so that these are some that hold some of them."""
    items: list[Item]
    """What can be read off the graph itself."""

    def pairs(self, units: list[Unit]) -> list[tuple[str, str]]:
        """Return the actors whose summaries may answer, each with its chapter; named ones first in each.

        Args:
            units: The chapters, in the order in which they count.
        """
        wanted = {uid for cue in self.cues if cue.kind == "actor" for uid in cue.uids}
        wanted |= {item.uid for item in self.items}
        pairs = []
        for unit in units:
            actors = sorted(unit.actors, key=lambda row: (row["uid"] not in wanted, -row["weight"], row["uid"]))
            pairs += [(unit.uid, row["uid"]) for row in actors[:ACTORS_OF_CHAPTER]]
        return pairs[:MOST_SUMMARIES]


class Finder:
    """Looks for what a question names, in one workspace.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        embedder: Makes the vectors of content cues.
    """

    def __init__(self, graph: Graph, workspace: str, embedder: Embedder) -> None:
        self._graph = graph
        self._workspace = workspace
        self._matcher = Matcher(graph, workspace, embedder)
        self._lookups = Lookups(graph, workspace)

    def find(self, text: str, *, max_tokens: int, max_chapters: int) -> Findings:
        """Return what the graph holds for a question.

        Args:
            text: The question.
            max_tokens: Budget of the context, in o200k tokens.
            max_chapters: Most chapters to draw on; 0 is no limit.

        Raises:
            InputError: The question is blank or too long, or a budget is negative.
        """
        _check(text, max_tokens, max_chapters)
        question = read_question(text)
        cues = self._matcher.cues(question)
        chapters, partial = _chapters(cues)
        best = chapters[: max_chapters or MOST_UNITS]
        units = self._units({uid: None if partial else _scenes(cues, uid) for uid in best})
        items = [] if question.negated else self._framed(question, cues)
        if not (items or partial or question.negated or asks_for_statement(question, cues)):
            items = items_of(question, units, cues)
        return Findings(question, cues, units, best, partial, items)

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
                    items.setdefault(one.text, Item(one.text, one.label, one.uid, unit, proof, note=one.note))
        return list(items.values())

    def _units(self, confined: dict[str, Scenes]) -> list[Unit]:
        """Read the facts of chapters, each in the scenes that count."""
        rows = [{"uid": uid, "scenes": None if scenes is None else sorted(scenes)} for uid, scenes in confined.items()]
        found = self._graph.run("match/chapter_facts", workspace=self._workspace, rows=rows)
        return [Unit(**{**row, "scenes": confined[row["uid"]]}) for row in found]


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
