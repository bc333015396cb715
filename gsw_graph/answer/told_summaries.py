"""Summaries in a model's words: asked for once, then kept by what they summarise and who made them."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, cast

import numpy as np

from gsw_graph.answer.asked import SUMMARISE, Summarised
from gsw_graph.answer.facts import Facts
from gsw_graph.embed import Embedder
from gsw_graph.errors import OperatorError
from gsw_graph.graph import Graph, Row
from gsw_graph.llm.asking import Answers, Asks
from gsw_graph.llm.tasks import Item
from gsw_graph.replies import mark_replies


class Told(NamedTuple):
    """One actor in one chapter, in a model's words."""

    facts: Facts
    text: str
    score: float
    """Cosine with the question."""
    failure: str = ""
    """Why the model gave no summary, so that the notes stand in its place."""


class Summariser:
    """Sums up what is held of actors in chapters, in one workspace.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        embedder: Makes the vectors of summaries that are new or changed.
        asker: Answers for the model.
        per_call: Most summaries to a call.
        concurrency: Calls that run side by side.
    """

    def __init__(
        self,
        graph: Graph,
        workspace: str,
        embedder: Embedder,
        asker: Asks,
        *,
        per_call: int,
        concurrency: int,
    ) -> None:
        self._graph = graph
        self._workspace = workspace
        self._embedder = embedder
        self._asker = asker
        self._per_call = per_call
        self._concurrency = concurrency

    def summaries(self, question: str, facts: Sequence[Facts]) -> list[Told]:
        """Return the summaries of some actors in some chapters, nearest to the question first.

        One that the model does not give is replaced by the notes that it was to sum up, and says why.

        Args:
            question: The question.
            facts: What is held of each.

        Raises:
            ModelError: The model cannot be used at all.
            BudgetError: The budget is spent.
        """
        items = [SUMMARISE.item(one.notes, self._asker.model) for one in facts]
        new = {item.key: item for one, item in zip(facts, items, strict=True) if one.hash != item.key}
        said = self._asked(list(new.values()))
        rest = {item.key: one.readings for one, item in zip(facts, items, strict=True) if item.key in new}
        mark_replies(self._graph, self._workspace, rest)
        told = [self._told(one, item, said.get(item.key)) for one, item in zip(facts, items, strict=True)]
        vectors = self._vectors(told, items)
        scores = vectors @ self._embedder.embed_query(question) if told else ()
        scored = [one._replace(score=float(score)) for one, score in zip(told, scores, strict=True)]
        return sorted(scored, key=lambda one: (-one.score, one.facts.chapter_uid, one.facts.actor))

    def _asked(self, items: list[Item]) -> Answers:
        """Ask for summaries, several to a call and several calls side by side."""
        groups = [items[start : start + self._per_call] for start in range(0, len(items), self._per_call)]
        answers: Answers = {}
        with ThreadPoolExecutor(self._concurrency, thread_name_prefix="summaries") as pool:
            try:
                for found in pool.map(lambda group: self._asker.ask(SUMMARISE, group), groups):
                    answers |= found
            except BaseException:
                self._asker.stop()
                raise
        return answers

    def _told(self, facts: Facts, item: Item, said: object) -> Told:
        """Return one summary: as it stands, as it was just told, or the notes."""
        if said is None:
            return Told(facts, facts.text, 0.0)
        if isinstance(said, OperatorError):
            return Told(facts, "; ".join(item.text.splitlines()[1:]), 0.0, failure=str(said.args[0]))
        return Told(facts, " ".join(cast(Summarised, said).text.split()), 0.0)

    def _vectors(self, told: list[Told], items: list[Item]) -> np.ndarray:
        """Return a vector for each summary, and keep the summaries that are new with theirs."""
        vectors: list[Sequence[float] | None] = [one.facts.embedding for one in told]
        for at, (one, item) in enumerate(zip(told, items, strict=True)):
            if one.facts.hash != item.key or one.failure:
                vectors[at] = None
        stale = [at for at, vector in enumerate(vectors) if vector is None]
        made = self._embedder.embed([told[at].text for at in stale]) if stale else ()
        for at, vector in zip(stale, made, strict=True):
            vectors[at] = vector.tolist()
        rows = [self._row(told[at], items[at], vectors[at]) for at in stale if not told[at].failure]
        if rows and self._graph.view is None:  # one that knows less must not take the place of one that knows all
            self._graph.run("write/summaries", workspace=self._workspace, rows=rows)
        return np.array(vectors, dtype=np.float32)

    def _row(self, told: Told, item: Item, vector: Sequence[float] | None) -> Row:
        """Return the row that stores a summary."""
        properties = {
            "chapter": told.facts.chapter_uid,
            "text": told.text,
            "hash": item.key,
            "made_by": self._asker.model,
        }
        return {
            "uid": told.facts.summary,
            "actor": told.facts.actor,
            "properties": properties,
            "embedding": vector,
        }
