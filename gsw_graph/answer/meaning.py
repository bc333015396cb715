"""Kinds of event by what passages mean: "the regatta" in a chapter that tells of boats, oars and a finish line.

A passage's likeness to a phrase says little by itself: some passages are near to every kind of event, and some phrases
near to every passage. So both are taken off: what the passages have in common with kinds of event of any sort, and what
the phrase has in common with a sample of the workspace. Words of the phrase that the passages say speak for them, rare
ones more.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from gsw_graph.answer.vocabulary import REFERENCE_KINDS
from gsw_graph.embed import Embedder
from gsw_graph.embed.vectors import Vectors
from gsw_graph.extract.words import words
from gsw_graph.graph import Graph, Row

LEAST = 0.085
"""Score from which a chapter is of a kind of event, if no other can be meant; chosen, as the next two, on 64 scenes
of our own (tests/data/event_kinds.json; docs/quality.md has the curve)."""
PER_TENFOLD = 0.03
"""What more is asked where ten times as many chapters may be meant, each of which can be like it by chance."""
FOREMOST = 0.01
"""What more the best of them must reach for the kind of event to be told of at all."""
WORDED = 0.06
"""What a phrase counts for, all whose words are said, in cosines."""
ALL_WORDS = 0.99
"""Share of a phrase's words from which all are said."""
WINDOW = 12
"""Chunks that an event is told in: longer chapters are looked at a window at a time."""
SAMPLE = 256
"""Chunks from which is learnt what the workspace has in common with a phrase."""
BEST = 3
"""Chunks of a window that count."""
STEM = 5
"""Letters by which a word is found again in another form."""
_ELSEWHEN = re.compile(
    r"\b(?:would have|postpon\w+|cancel\w+|call\w* off|abandon\w+|the year before|years? ago"
    r"|last (?:year|month|week|spring|summer|autumn|winter)(?:'s)?)\b",
    re.IGNORECASE,
)
"""What says in a sentence that it does not tell of an event there and then."""
_DENIED = r"\b(?:nothing like|unlike|no|not|none|never|without|instead of|rather than)(?: [\w'-]+){0,3} "
"""What says so right before the event's words."""
_OFF = re.compile(
    r"\b(?:cancel\w+|call\w* off|postpon\w+|none was held|did not take place|never took place)", re.IGNORECASE
)
_SENTENCE = re.compile(r"[^.!?]+[.!?]*")
_JOINING = words("a an the of in on at for to and or with de la")


class Likeness(NamedTuple):
    """How much a chapter seems to be of a kind of event."""

    score: float
    scenes: frozenset[int]
    """Scenes of the window that seems most to be."""
    meaning: float = 0.0
    """What of the score the passages' meaning makes."""
    worded: float = 0.0
    """Share of the phrase's words that they say, or the chapter's title, rare ones more."""
    entitled: bool = False
    """Whether the chapter's title says all of the phrase."""
    times: int = 0
    """Sentences that say all of it."""

    def reaches(self, least: float) -> bool:
        """Say whether it is enough: where all is said more than in passing, as little will do as where more is named.

        Args:
            least: The score asked for.
        """
        told = self.worded > ALL_WORDS and self.times > 0
        return self.score >= (min(least, LEAST) if told else least) or (self.entitled and math.isfinite(self.score))


def least_of(chapters: int) -> float:
    """Return the score that a chapter needs to be of a kind of event.

    Args:
        chapters: How many may be meant.
    """
    return LEAST + PER_TENFOLD * math.log10(max(1, chapters))


def stems(text: str) -> set[str]:
    """Return the beginnings of a text's words, by which they are found again in another form.

    Args:
        text: Any text.
    """
    return {word[:STEM] for word in re.findall(r"[^\W_]+", text.casefold()) if word not in _JOINING}


_references: dict[str, Vectors] = {}
"""By embedder, so that no process makes the same thirty vectors again."""


def _reference(embedder: Embedder) -> Vectors:
    """Return what kinds of event of any sort have in common, as a vector."""
    if embedder.name not in _references:
        vectors = np.array([embedder.embed_query(kind) for kind in REFERENCE_KINDS], dtype=np.float32)
        _references[embedder.name] = vectors.mean(axis=0)
    return _references[embedder.name]


class Meanings:
    """Compares phrases with passages, in one workspace.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        embedder: Made the vectors of the passages.
    """

    def __init__(self, graph: Graph, workspace: str, embedder: Embedder) -> None:
        self._graph = graph
        self._workspace = workspace
        self._embedder = embedder

    def likeness(self, phrase: str, vector: Vectors, chapters: Iterable[str]) -> dict[str, Likeness]:
        """Return how much some chapters seem to be of a kind of event.

        Args:
            phrase: The kind of event, in words.
            vector: Its vector.
            chapters: Uids.
        """
        asked = sorted(set(chapters))
        if not asked:
            return {}
        reference = _reference(self._embedder)
        length = float(np.linalg.norm(reference))
        given = {"vector": vector.tolist(), "reference": (reference / length).tolist()}
        sample = self._graph.run("match/likeness_of_sample", workspace=self._workspace, limit=SAMPLE, **given)
        rows = self._graph.run("match/likeness_of_chapters", workspace=self._workspace, chapters=asked, **given)
        weights = _weights(phrase, [stems(row["text"]) for row in sample or rows])
        usual = _excess(sample, length).mean() if sample else 0.0
        told: dict[str, list[Row]] = defaultdict(list)
        for row in rows:
            told[row["chapter"]].append(row)
        return {chapter: _best_window(chunks, weights, length, usual) for chapter, chunks in told.items()}


def _weights(phrase: str, sample: list[set[str]]) -> dict[str, float]:
    """Return what each word of a phrase counts for, rare ones more, all together 1."""
    seen = Counter(stem for stems_ in sample for stem in stems_)
    rare = {stem: math.log((len(sample) + 1) / (seen[stem] + 0.5)) for stem in stems(phrase)}
    total = sum(rare.values())
    return {stem: weight / total for stem, weight in rare.items()} if total > 0 else {}


def _excess(rows: list[Row], length: float) -> Vectors:
    """Return by how much chunks are nearer to a phrase than to kinds of event of any sort."""
    return np.array([_cosine(row["near"]) - length * _cosine(row["common"]) for row in rows])


def _cosine(similarity: float) -> float:
    """Return the cosine that the database gives as a number in 0..1."""
    return 2 * similarity - 1


def _best_window(chunks: list[Row], weights: dict[str, float], length: float, usual: float) -> Likeness:
    """Return how much the best window of a chapter seems to be of a kind of event."""
    entitled = stems(chunks[0]["title"] or "")
    titled = bool(weights) and weights.keys() <= entitled
    found = Likeness(-math.inf, frozenset())
    for start in range(0, max(1, len(chunks) - WINDOW // 2), WINDOW // 2):
        window = chunks[start : start + WINDOW]
        words = _words_of([row["text"] for row in window], weights)
        if words.off:
            continue
        near = np.sort([_cosine(row["near"]) for row in window])[-BEST:].mean()
        common = length * np.sort([_cosine(row["common"]) for row in window])[-BEST:].mean()
        worded = sum(weight for stem, weight in weights.items() if stem in words.said | entitled)
        meaning = float(near - common - usual)
        scenes = frozenset(row["scene"] for row in window)
        here = Likeness(meaning + WORDED * worded, scenes, meaning, worded, titled, words.times)
        found = max(found, here, key=lambda one: one.score)
    return found


class _Words(NamedTuple):
    """What some passages say of a phrase's words."""

    said: set[str]
    """Those that they say without denying it."""
    times: int
    """Sentences that say all of them."""
    off: bool
    """Whether they say that it did not take place."""


def _words_of(texts: Iterable[str], weights: dict[str, float]) -> _Words:
    """Return what some passages say of a phrase's words."""
    said: set[str] = set()
    times, off = 0, False
    for sentence in (match.group() for text in texts for match in _SENTENCE.finditer(text)):
        here = stems(sentence) & weights.keys()
        whole = bool(weights) and len(here) == len(weights)
        off = off or (whole and _OFF.search(sentence) is not None)
        denied = re.search(f"{_DENIED}(?:{'|'.join(map(re.escape, here))})", sentence, re.IGNORECASE) if here else None
        if here and not (denied or _ELSEWHEN.search(sentence)):
            said |= here
            times += whole
    return _Words(said, times, off)
