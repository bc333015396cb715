"""The chapters that an arm chooses for a question, and why."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from gsw_graph.answer.arms import Arm
from gsw_graph.answer.items import Scenes
from gsw_graph.answer.match import Cue, Hit
from gsw_graph.answer.question import Question
from gsw_graph.answer.summaries import Summary, ranked_summaries, within_budget
from gsw_graph.answer.texts import Passage, Taken, Texts, passages_within
from gsw_graph.embed import Embedder, Vectors
from gsw_graph.graph import Graph

NAMED = frozenset({"actor", "place", "date"})
"""Kinds of cues that the graph knows by name."""
MOST_CANDIDATES = 40
"""Chapters of which summaries are compared with the question, where any name will do."""
MOST_SUMMARIES = 24
"""Actors in chapters that are summarised for one question."""
ACTORS_OF_CHAPTER = 2
"""Actors of one chapter among them."""
NEAREST_NAMES = 5
"""Actors whose names count as near to one of the question."""
NOT_NAMES = frozenset({"DATE", "TIME", "PERCENT", "MONEY", "QUANTITY", "ORDINAL", "CARDINAL"})
"""What spaCy recognises that is no name."""


class Chosen(NamedTuple):
    """The chapters chosen for a question."""

    scenes: dict[str, Scenes]
    """Uids of the chapters, the best first, each with its scenes that count."""
    partial: bool = False
    """Whether no chapter holds all cues, so that these are some that hold some of them."""
    why: dict[str, str] = {}
    """Why each of them was kept."""
    dropped: dict[str, str] = {}
    """Other chapters that were looked at, with why they were not kept."""
    summaries: tuple[Summary, ...] = ()
    """The summaries by which they were chosen, best first; none if they were chosen otherwise."""
    passages: tuple[Passage, ...] = ()
    """The passages by which they were chosen, best first; none if they were chosen otherwise."""
    notes: tuple[str, ...] = ()
    """What was left out, one sentence each."""
    cues: tuple[Cue, ...] = ()
    """What they were chosen by, if by anything else than the question's own cues."""
    ranked: tuple[Summary, ...] = ()
    """The summaries that were compared, best first: those by which they were chosen, and others."""
    looked: tuple[Passage, ...] = ()
    """The passages that were looked at, best first: those by which they were chosen, and others."""

    def within(self, most: int) -> "Chosen":
        """Return no more than the best chapters.

        Args:
            most: How many.
        """
        over = dict.fromkeys(list(self.scenes)[most:], f"the best {most} come before it")
        if not over:
            return self
        kept = list(self.scenes)[:most]
        return self._replace(
            scenes={uid: self.scenes[uid] for uid in kept},
            why={uid: self.why[uid] for uid in kept},
            dropped=over | self.dropped,
        )


class Chooser:
    """Chooses chapters for questions, in one workspace.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        embedder: Makes the vectors of questions, names and summaries.
    """

    def __init__(self, graph: Graph, workspace: str, embedder: Embedder) -> None:
        self._graph = graph
        self._workspace = workspace
        self._embedder = embedder
        self._texts = Texts(graph, workspace, embedder)

    def by_words(self, cue: Cue) -> Cue:
        """Return a cue as the words of the text hold it, whatever the graph makes of it.

        Args:
            cue: A place or a date of the question.
        """
        return Cue("content", cue.phrase, (), _counted(self._texts.with_all_words(cue.phrase)))

    def choose(self, arm: Arm, question: Question, cues: list[Cue], *, max_tokens: int, max_chapters: int) -> Chosen:
        """Return the chapters that an arm chooses.

        Args:
            arm: How.
            question: The question.
            cues: Its cues.
            max_tokens: Budget of the context, in o200k tokens: it is what ends a search that has no other end.
            max_chapters: Most different chapters; 0 is no limit.
        """
        budget = {"max_tokens": max_tokens, "max_chapters": max_chapters}
        match arm.by:
            case "all cues":
                return chosen_by_cues(cues)
            case "any name":
                named = [cue for cue in cues if cue.kind in NAMED and cue.hits]
                return self._of_candidates(arm, question, named, **budget)
            case "actor names":
                near = self._near_names(question)
                return self._of_candidates(arm, question, near, **budget)._replace(cues=tuple(near))
            case "summaries":
                chapters = [row["uid"] for row in self._graph.run("match/chapters", workspace=self._workspace)]
                return self._by_summaries(arm, question, chapters, [], **budget)
            case "vectors":
                return _of_passages(self._texts.near(question, **budget))
            case "words":
                return _of_passages(self._texts.worded(question, **budget))
            case "order":
                return self._from_the_start(**budget)
            case "strings":
                return self._literal(cues, **budget)
        return Chosen({})

    def _of_candidates(
        self, arm: Arm, question: Question, cues: list[Cue], *, max_tokens: int, max_chapters: int
    ) -> Chosen:
        """Return the chapters of the best summaries among those of chapters that hold any of some cues."""
        ranked = sorted({uid for cue in cues for uid in cue.hits}, key=lambda uid: _rank(cues, uid))
        best, rest = ranked[:MOST_CANDIDATES], ranked[MOST_CANDIDATES:]
        wanted = [uid for cue in cues if cue.kind == "actor" for uid in cue.uids]
        chosen = self._by_summaries(arm, question, best, wanted, max_tokens=max_tokens, max_chapters=max_chapters)
        over = dict.fromkeys(rest, f"the best {MOST_CANDIDATES} come before it")
        return chosen._replace(
            why={uid: f"{_held(cues, uid)}; {reason}" for uid, reason in chosen.why.items()},
            dropped={uid: f"{_held(cues, uid)}; {reason}" for uid, reason in (chosen.dropped | over).items()},
        )

    def _by_summaries(
        self,
        arm: Arm,
        question: Question,
        chapters: Sequence[str],
        wanted: Sequence[str],
        *,
        max_tokens: int,
        max_chapters: int,
    ) -> Chosen:
        """Return those of some chapters whose summaries come first and fit the budget."""
        rows = self._graph.run(
            "match/main_actors",
            workspace=self._workspace,
            chapters=list(chapters),
            uids=list(wanted),
            limit=ACTORS_OF_CHAPTER,
        )
        pairs = [(row["chapter"], row["actor"]) for row in rows]
        ranked = ranked_summaries(self._graph, self._workspace, self._embedder, question.text, pairs, arm)
        kept = within_budget(ranked[:MOST_SUMMARIES], max_tokens, max_chapters)
        why: dict[str, str] = {}
        for summary in kept:
            why.setdefault(summary.chapter, f"a summary of it is as near as {summary.score:.2f}")
        looked = {summary.chapter: summary.score for summary in reversed(ranked)}
        dropped = {
            uid: f"its summaries are as near as {score:.2f}; others fill the budget"
            for uid, score in looked.items()
            if uid not in why
        }
        return Chosen(dict.fromkeys(why), why=why, dropped=dropped, summaries=tuple(kept), ranked=tuple(ranked))

    def _near_names(self, question: Question) -> list[Cue]:
        """Return a cue for each name recognised in a question: the actors whose names are nearest to it by vector."""
        names = list(dict.fromkeys(ent.text for ent in question.doc.ents if ent.label_ not in NOT_NAMES))
        actors = self._graph.run("match/actor_names", workspace=self._workspace) if names else []
        if not actors:
            return []
        known = _vectors(self._embedder, [row["name"] for row in actors])
        cues = []
        for name, scores in zip(names, self._embedder.embed(names) @ known.T, strict=True):
            nearest = np.argsort(-scores, kind="stable")[:NEAREST_NAMES]
            weights = {actors[at]["uid"]: float(scores[at]) for at in nearest}
            rows = self._graph.run("match/chapters_of_actors", workspace=self._workspace, uids=list(weights))
            hits: dict[str, Hit] = {}
            for row in rows:
                old = hits.get(row["chapter"], Hit(0, frozenset()))
                weight = max(old.weight, weights[row["uid"]])
                hits[row["chapter"]] = Hit(weight, old.scenes | frozenset(row["scenes"]))
            cues.append(Cue("actor", name, tuple(weights), hits))
        return cues

    def _from_the_start(self, *, max_tokens: int, max_chapters: int) -> Chosen:
        """Return the chapters of the whole text, as much of it as the budget holds."""
        taken, chapters = self._texts.from_the_start(max_tokens=max_tokens, max_chapters=max_chapters)
        passages, chosen = taken.kept, _of_passages(taken)
        every = self._texts.of_chapters([passages[-1].chapter_uid]) if passages else []
        if len(chosen.scenes) == chapters and every[-1].uid == passages[-1].uid:
            return chosen
        looked = f"{len(chosen.scenes)} of {chapters} chapters were looked at, up to where the budget ends"
        return chosen._replace(notes=(f"The text does not fit the budget: {looked}.",))

    def _literal(self, cues: list[Cue], *, max_tokens: int, max_chapters: int) -> Chosen:
        """Return the chapters whose text holds the phrases of all cues, with the passages that hold one."""
        passages = {cue.phrase: self._texts.holding(cue.phrase) for cue in cues}
        worded = [Cue("content", phrase, (), _counted(found)) for phrase, found in passages.items()]
        chosen = chosen_by_cues(worded)
        if chosen.partial:
            return Chosen({}, dropped=chosen.why, cues=tuple(worded))
        ranks = {uid: rank for rank, uid in enumerate(chosen.scenes)}
        unique = {one.uid: one for found in passages.values() for one in found if one.chapter_uid in ranks}
        ranked = sorted(unique.values(), key=lambda one: (ranks[one.chapter_uid], one.start))
        kept = passages_within(ranked, max_tokens, max_chapters)
        return chosen._replace(passages=tuple(kept), looked=tuple(ranked), cues=tuple(worded))


def chosen_by_cues(cues: list[Cue]) -> Chosen:
    """Return the chapters that hold all cues, or the best that hold some.

    Args:
        cues: The question's cues.
    """
    if not cues:
        return Chosen({})
    hits = [set(cue.hits) for cue in cues]
    scenes = {chapter: _scenes(cues, chapter) for chapter in sorted(set.union(*hits))}
    every = {chapter for chapter in set.intersection(*hits) if scenes[chapter] != frozenset()}

    kept = sorted(every or scenes, key=lambda uid: _rank(cues, uid))
    rest = sorted(set(scenes) - every, key=lambda uid: _rank(cues, uid)) if every else []
    return Chosen(
        {uid: scenes[uid] if every else None for uid in kept},
        partial=not every,
        why={uid: _held(cues, uid) for uid in kept},
        dropped={uid: _held(cues, uid) for uid in rest},
    )


def _rank(cues: list[Cue], chapter: str) -> tuple[int, float, str]:
    """Order chapters by how many cues they hold, and how well."""
    weights = [cue.hits[chapter].weight for cue in cues if chapter in cue.hits]
    return -len(weights), -sum(weights), chapter


def _of_passages(taken: Taken) -> Chosen:
    """Return the chapters of some passages, best first."""
    why: dict[str, str] = {}
    for rank, one in enumerate(taken.kept, 1):
        why.setdefault(one.chapter_uid, f"its best passage is number {rank}")
    return Chosen(dict.fromkeys(why), why=why, passages=tuple(taken.kept), looked=tuple(taken.looked))


def _counted(passages: Iterable[Passage]) -> dict[str, Hit]:
    """Return how many of some passages each chapter has."""
    counts: dict[str, int] = defaultdict(int)
    for one in passages:
        counts[one.chapter_uid] += 1
    return {uid: Hit(count, frozenset()) for uid, count in counts.items()}


_KNOWN: WeakKeyDictionary[Embedder, dict[str, Vectors]] = WeakKeyDictionary()
"""Vectors of names by who made them: one question after the other is compared with the names of all actors."""


def _vectors(embedder: Embedder, names: Sequence[str]) -> Vectors:
    """Return the vectors of names, made once."""
    known = _KNOWN.setdefault(embedder, {})
    new = list(dict.fromkeys(name for name in names if name not in known))
    if new:
        known.update(zip(new, embedder.embed(new), strict=True))
    return np.stack([known[name] for name in names])


def _held(cues: list[Cue], chapter: str) -> str:
    """Return which cues a chapter holds, and which not."""
    held = ", ".join(cue.phrase for cue in cues if chapter in cue.hits)
    lacking = ", ".join(cue.phrase for cue in cues if chapter not in cue.hits)
    if lacking:
        return f"holds {held}; lacks {lacking}"
    return f"holds {held}{', in different scenes' if _scenes(cues, chapter) == frozenset() else ''}"


def _scenes(cues: list[Cue], chapter: str) -> Scenes:
    """Return the scenes of a chapter that hold all named cues that it holds; None if it holds no named one."""
    held = [cue.hits[chapter].scenes for cue in cues if cue.kind != "content" and chapter in cue.hits]
    return frozenset.intersection(*held) if held else None
