"""What the graph holds for a question: its cues, the chapters that hold them, and the items read off them.

Both ways of answering begin here, so that they look at the same chapters and actors (system.md §6).
"""

from typing import NamedTuple

from gsw_graph.answer.arms import DEFAULT_ARM, Arm, arm_named
from gsw_graph.answer.items import Item, Scenes, Unit, in_order, items_of
from gsw_graph.answer.laps import Laps
from gsw_graph.answer.lookups import Found, Lookups, asks_for_statement
from gsw_graph.answer.match import Cue, Matcher, Named
from gsw_graph.answer.question import Question, read_question
from gsw_graph.answer.retrieval import ACTORS_OF_CHAPTER, MOST_SUMMARIES, Chooser, Chosen
from gsw_graph.embed import Embedder
from gsw_graph.errors import InputError
from gsw_graph.graph import Graph, Row
from gsw_graph.views import ChapterRef

LONGEST_QUESTION = 2000
"""Characters of a question: beyond, it is a text to take in."""
MOST_UNITS = 40
"""Chapters looked into for one question."""


class Findings(NamedTuple):
    """What was found for a question."""

    arm: Arm
    question: Question
    cues: list[Cue]
    chosen: Chosen
    """The chapters that the arm chose, and why."""
    units: list[Unit]
    """Those chapters, as documents and chapters follow each other."""
    leading: list[Unit]
    """The chapters to which the question's own verb, role or name leads, in the order asked for."""
    items: list[Item]
    """What can be read off the graph itself."""
    laps: Laps
    """What time it took, and what follows takes."""
    unused: tuple[str, ...] = ()
    """Phrases that were not looked for, since they may only belong to how it is asked."""

    @property
    def named(self) -> tuple[str, ...]:
        """What the question was understood to name, one phrase each, and what was not looked for."""
        return (*(f"{cue.kind}: {cue.phrase}" for cue in self.cues), *(f"not looked for: {one}" for one in self.unused))

    @property
    def notes(self) -> tuple[str, ...]:
        """What else there is to know of what was looked for, one sentence each."""
        passed = (f"Not looked for: {', '.join(self.unused)}.",) if self.unused else ()
        return (*self.chosen.notes, *passed)

    @property
    def partial(self) -> bool:
        """Whether no chapter holds all cues, so that these are some that hold some of them."""
        return self.chosen.partial

    @property
    def number(self) -> str:
        """How many there are, if that is asked for and there are any; of kinds of event, one for each chapter."""
        if not (self.question.counted and self.items):
            return ""
        return str(len(self.units) if self.question.want == "event" else len(self.items))

    @property
    def said(self) -> tuple[str, ...]:
        """The items as they answer."""
        return (self.number,) if self.number else tuple(item.text for item in self.items)

    @property
    def best(self) -> list[str]:
        """Uids of the chapters, the best first."""
        return list(self.chosen.scenes)

    @property
    def drawn(self) -> tuple[ChapterRef, ...]:
        """The chapters that an answer draws on, the best first; none if none holds all cues."""
        ranks = {uid: rank for rank, uid in enumerate(self.best)}
        best = [] if self.partial else sorted(self.units, key=lambda unit: ranks[unit.uid])
        units = self.leading or best
        if self.items and self.question.order in {"latest", "first"}:
            units = list({item.unit.uid: item.unit for item in self.items}.values())
        return tuple(
            ChapterRef(document=unit.document, chapter=unit.chapter, title=unit.title or "", uid=unit.uid)
            for unit in units
        )

    def pairs(self, units: list[Unit]) -> list[tuple[str, str]]:
        """Return the actors whose summaries may answer, each with its chapter; named ones first in each.

        Args:
            units: The chapters, in the order in which they count.
        """
        if self.arm.shows == "passages":
            return []
        if self.chosen.summaries:
            return [(summary.chapter, summary.actor) for summary in self.chosen.summaries]
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
        embedder: Makes the vectors of content cues, and of what an arm compares with the question.
    """

    def __init__(self, graph: Graph, workspace: str, embedder: Embedder) -> None:
        self._graph = graph
        self._workspace = workspace
        self._matcher = Matcher(graph, workspace, embedder)
        self._chooser = Chooser(graph, workspace, embedder)
        self._lookups = Lookups(graph, workspace)

    def find(self, text: str, *, max_tokens: int, max_chapters: int, arm: str = DEFAULT_ARM) -> Findings:
        """Return what the graph holds for a question.

        Args:
            text: The question.
            max_tokens: Budget of the context, in o200k tokens.
            max_chapters: Most chapters to draw on; 0 is no limit.
            arm: How chapters are chosen and what of the memory may be used: a name of `ARMS`.

        Raises:
            InputError: The question is blank or too long, a budget is negative, or there is no such arm.
        """
        _check(text, max_tokens, max_chapters)
        way = arm_named(arm)
        laps = Laps()
        question = read_question(text)
        laps.end("reading the question")
        cues, unused = self._named(way, question)
        laps.end("matching cues")
        chosen = self._chooser.choose(way, question, cues, max_tokens=max_tokens, max_chapters=max_chapters)
        chosen = chosen.within(max_chapters or (MOST_UNITS if way.shows == "summaries" else len(chosen.scenes)))
        units = self._units(way, chosen.scenes)
        laps.end("choosing chapters")
        if question.negated or way.by == "nothing":
            return Findings(way, question, cues, chosen, units, [], [], laps, tuple(unused))
        leading, items = self._framed(way, question, cues, chosen, max_chapters or None)
        if question.counted and question.want == "event":  # "how many concerts": one for each chapter that tells of one
            done = chosen.partial or asks_for_statement(question, cues)
            items = [] if done else items_of(question._replace(want="date"), units, cues)
        elif not (items or chosen.partial or asks_for_statement(question, cues)):
            items = items_of(question, units, cues)
        laps.end("reading items off")
        return Findings(way, question, cues, chosen, units, leading, items, laps, tuple(unused))

    def _named(self, way: Arm, question: Question) -> Named:
        """Return what a question names; without places and dates these are but words of the text."""
        named = self._matcher.cues(question)
        if way.settings:
            return named
        cues = [self._chooser.by_words(cue) if cue.kind in {"place", "date"} else cue for cue in named.cues]
        return named._replace(cues=cues)

    def _framed(
        self, way: Arm, question: Question, cues: list[Cue], chosen: Chosen, most: int | None
    ) -> tuple[list[Unit], list[Item]]:
        """Return the chapters and items that the question's own verb, role or name leads to, in the order asked for.

        It leads anywhere if chapters are chosen by all cues; else it is looked for in the chosen ones alone.
        """
        anywhere = way.by == "all cues"
        found = [
            one
            for one in self._lookups.find(question, cues)
            if _may_use(way, one) and (anywhere or one.chapter in chosen.scenes)
        ]
        if not found:
            return [], []
        units = self._units(way, dict.fromkeys(sorted({one.chapter for one in found})))
        items: dict[str, Item] = {}
        leading = in_order(question, units)[:most]
        for unit in leading:
            for one in found:
                if one.chapter == unit.uid and (not items or question.order not in {"latest", "first"}):
                    proof = (one.proof_label, one.proof_uid)
                    item = Item(one.text, one.label, one.uid, unit, proof, note=one.note, passage=one.passage)
                    items.setdefault(one.text, item)
        return leading, list(items.values())

    def _units(self, way: Arm, confined: dict[str, Scenes]) -> list[Unit]:
        """Read the facts of chapters, each in the scenes that count, as far as an arm may use them."""
        rows = [{"uid": uid, "scenes": None if scenes is None else sorted(scenes)} for uid, scenes in confined.items()]
        found = self._graph.run("match/chapter_facts", workspace=self._workspace, rows=rows)
        hidden: Row = {} if way.settings else {"places": [], "dates": []}
        return [Unit(**{**row, **hidden, "scenes": confined[row["uid"]]}) for row in found]


def _may_use(way: Arm, found: Found) -> bool:
    """Say whether an arm may use what the graph holds: roles and states, places and dates."""
    if {found.label, found.proof_label} & {"Role", "State"}:
        return way.roles
    return way.settings or found.label not in {"Place", "Date"}


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
