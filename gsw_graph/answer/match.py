"""Cues of a question → chapters and scenes of the memory that hold them (system.md §6)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple

from gsw_graph.answer.meaning import FOREMOST, Likeness, Meanings, least_of
from gsw_graph.answer.phrases import (
    content_phrases,
    is_asked_about,
    is_proper,
    longest_first,
    may_name,
    names_place,
    names_somebody,
    spans_of_roles,
)
from gsw_graph.answer.question import Question, Span
from gsw_graph.answer.vocabulary import names_occasion
from gsw_graph.embed import Embedder
from gsw_graph.entities import MOST_TERMS, by_alias, by_name, folded_names
from gsw_graph.graph import Graph, Row, escape_fulltext
from gsw_graph.names import fold
from gsw_graph.records import DateValue
from gsw_graph.told import scope_token

CueKind = Literal["actor", "place", "date", "content"]
NEIGHBOURS = 60
"""Chunks that the vector index and the full-text index may propose for a content cue."""
MORE_NEIGHBOURS = (60, 600, 6000)
"""The same in a view, until enough of them are in it."""
MEANING = {"bge-small-en-v15-q": 0.81, "bge-small-en-v15": 0.81}
"""Score of the vector index, (1 + cosine) / 2, from which a chunk's meaning alone may stand for a phrase: by embedder,
chosen on the development questions of EpBench-200 (docs/quality.md)."""
UNCALIBRATED = 0.75
"""The same for embedders on which it was not measured."""
WIDEST_DATE = 45
"""Days that a stored date may span and still answer for a day inside it."""
PLACE_WORDS = frozenset({"at", "in", "on", "near", "inside", "location", "place", "venue", "from", "to"})


class Hit(NamedTuple):
    """How a chapter holds a cue."""

    weight: float
    scenes: frozenset[int]


class Cue(NamedTuple):
    """One thing that a question names, with the chapters that hold it."""

    kind: CueKind
    phrase: str
    uids: tuple[str, ...]
    hits: dict[str, Hit]
    least: float | None = None
    """Score from which a chapter is like the phrase; None if it was compared with none by meaning."""
    looked: dict[str, Likeness] = {}
    """How like it the chapters are that it was compared with."""


class Named(NamedTuple):
    """What a question names."""

    cues: list[Cue]
    unused: list[str]
    """Phrases that are not looked for, since they may only belong to how it is asked."""


class Matcher:
    """Finds what a question names, in one workspace.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        embedder: Makes the vector of a content cue.
    """

    def __init__(self, graph: Graph, workspace: str, embedder: Embedder) -> None:
        self._graph = graph
        self._workspace = workspace
        self._embedder = embedder
        self._meanings = Meanings(graph, workspace, embedder)

    def cues(self, question: Question) -> Named:
        """Return the cues of a question: names, dates, and what else it says."""
        dates = [span for span, _ in question.dates]
        named = self._named(question, dates)
        found = [self._date(span, value) for span, value in {one.text: (one, v) for one, v in question.dates}.values()]
        covered = [*dates, *named]
        occasions: dict[Span, list[Row]] = {}
        first = {span.text.casefold(): span for span in sorted(named)[::-1]}
        for span, rows in sorted(named.items()):
            if first[span.text.casefold()] != span:
                continue
            if names_occasion(span.text) and not any(map(is_proper, rows)):
                occasions[span] = rows
                continue
            roles = spans_of_roles(question, span)
            found.append(self._entities(question, span, self._in_role(rows, roles)))
            covered += roles
        said = {span.text.casefold(): span for span in sorted([*content_phrases(question, covered), *occasions])[::-1]}
        phrases = sorted(said.values())  # each once, however often it is said
        enough = any(cue.hits for cue in found) or any(_is_strong(span) for span in phrases)
        used = [one for one in phrases if not enough or self._must_be_held(question, one)]
        confined = _confined(found)
        found += [self._said(question, span, confined, occasions.get(span, [])) for span in used]
        return Named(found, [span.text for span in phrases if span not in used])

    def _must_be_held(self, question: Question, span: Span) -> bool:
        """Say whether a phrase counts beside names and dates: somebody, what takes place, or what is asked about."""
        return _is_strong(span) or names_somebody(question, span) or is_asked_about(question, span)

    def _said(self, question: Question, span: Span, confined: set[str] | None, rows: list[Row]) -> Cue:
        """Return the cue of a phrase that is no name of the memory's: of nobody, of nowhere, of an event or a thing."""
        if not rows and names_place(question, span):
            return Cue("place", span.text, (), {})
        if not rows and names_somebody(question, span):
            return Cue("actor", span.text, (), {})
        if _is_strong(span):
            return self._occasion(span, confined, rows)
        return self._content(span)

    # -- names -------------------------------------------------------------------------------------

    def _named(self, question: Question, dates: list[Span]) -> dict[Span, list[Row]]:
        """Return the entities that a question names, by the words that name them; the longest names win."""
        words = [token.text for token in question.doc if token.is_alpha and not token.is_stop and len(token) > 1]
        rows = by_name(self._graph, self._workspace, question.grams) + by_alias(self._graph, self._workspace, words)
        by_span: dict[Span, dict[str, Row]] = defaultdict(dict)
        for row in rows:
            for name in folded_names(row):
                for span in question.grams.get(name, []):
                    if may_name(question, span, row) and all(span.end <= d.start or d.end <= span.start for d in dates):
                        by_span[span][row["uid"]] = row
        for span, row in self._by_part(question, rows, by_span):
            by_span[span][row["uid"]] = row
        return {span: list(by_span[span].values()) for span in longest_first(list(by_span))}

    def _by_part(self, question: Question, rows: list[Row], known: Mapping[Span, object]) -> list[tuple[Span, Row]]:
        """Return places and organisations that a question names by a part of their name: "the Harbour Office"."""
        found = []
        for gram, spans in question.grams.items():
            parts = gram.split()
            for span in spans:
                free = not any(span.start < other.end and other.start < span.end for other in known)
                if len(parts) < 2 or not free or not all(word[:1].isupper() for word in span.text.split()):
                    continue
                named = {row["uid"]: row for row in rows if f" {gram} " in f" {row['folded']} " and row["full"]}
                if len({row["folded"] for row in named.values()}) == 1:
                    found += [(span, row) for row in named.values() if may_name(question, span, row)]
        return found

    def _in_role(self, rows: list[Row], roles: list[Span]) -> list[Row]:
        """Return those of one name who have the role that the question gives them; all if none is known to."""
        if len(rows) < 2 or not roles:
            return rows
        labels = [fold(role.text) for role in roles]
        found = self._graph.run("match/holders", workspace=self._workspace, labels=labels)
        holders = {row["uid"] for row in found if row["polarity"] == "asserted"}
        return [row for row in rows if row["uid"] in holders] or rows

    def _entities(self, question: Question, span: Span, rows: list[Row]) -> Cue:
        """Return the cue of a name; the word before it decides between a person and a place."""
        before = question.text[: span.start].lower().removesuffix("the ").split()
        labels = {row["label"] for row in rows}
        label = (
            "Place"
            if labels == {"Place"} or ("Place" in labels and before[-1:] and before[-1] in PLACE_WORDS)
            else "Actor"
        )
        uids = _uids(rows, label)
        name = "match/chapters_of_places" if label == "Place" else "match/chapters_of_actors"
        hits = _hits(self._graph.run(name, workspace=self._workspace, uids=uids))
        return Cue("place" if label == "Place" else "actor", span.text, tuple(uids), hits)

    # -- dates -------------------------------------------------------------------------------------

    def _date(self, span: Span, value: DateValue) -> Cue:
        """Return the cue of a date: stored dates inside it, else those that it lies in and that are narrow enough."""
        first = value.earliest if value.earliest is not None else -(10**9)
        last = value.latest if value.latest is not None else 10**9
        rows = self._graph.run("match/chapters_of_dates", workspace=self._workspace, earliest=first, latest=last)
        inside = [row for row in rows if first <= row["earliest"] and row["latest"] <= last]
        near = [row for row in rows if row["latest"] - row["earliest"] <= max(WIDEST_DATE, last - first)]
        chosen = inside or near
        return Cue("date", span.text, tuple(sorted({row["uid"] for row in chosen})), _hits(chosen))

    # -- what takes place --------------------------------------------------------------------------

    def _occasion(self, span: Span, confined: set[str] | None, rows: list[Row]) -> Cue:
        """Return the cue of a kind of event: the chapters that are likely to tell of one.

        Where the question names more, it is looked for there, and less will do.
        """
        vector = self._embedder.embed_query(span.text)
        told = _hits(self._graph.run("match/chapters_of_actors", workspace=self._workspace, uids=_uids(rows, "Actor")))
        proposed = set(confined or ())
        if not proposed:
            proposed = {row["chapter"] for row in self._nearest("match/chunks_by_vector", vector=vector.tolist())}
            proposed |= {row["chapter"] for row in self._worded(span)} | told.keys()
        likeness = self._meanings.likeness(span.text, vector, proposed)
        least = self._least(confined, likeness)
        hits = {
            chapter: Hit(one.score, one.scenes)
            for chapter, one in likeness.items()
            if one.reaches(least) or (chapter in told and one.times)  # which the memory holds by that name
        }
        return Cue("content", span.text, (), hits, least, likeness)

    def _least(self, confined: set[str] | None, likeness: dict[str, Likeness]) -> float:
        """Return the score that a chapter needs to be of a kind of event, by how many may be meant."""
        if confined:
            return least_of(len(confined))
        [row] = self._graph.run("match/chapter_count", workspace=self._workspace)
        least = least_of(row["chapters"])
        best = max((one.score for one in likeness.values()), default=0.0)
        return least if best >= least + FOREMOST else least + FOREMOST

    # -- content -----------------------------------------------------------------------------------

    def _content(self, span: Span) -> Cue:
        """Return the cue of a phrase: chapters near in meaning or with its words."""
        vector = self._embedder.embed_query(span.text).tolist()
        near = self._nearest("match/chunks_by_vector", vector=vector)
        worded = self._worded(span)
        least = MEANING.get(self._embedder.name, UNCALIBRATED)
        return Cue("content", span.text, (), content_hits(near, worded, least), least, _looked(near, worded))

    def _worded(self, span: Span) -> list[Row]:
        """Return the chunks that hold all words of a phrase."""
        words = [escape_fulltext(word) for word in span.text.split()[:MOST_TERMS]]
        required = " ".join(f"+text:{word}" for word in words if word)
        if not required:
            return []
        query = f"+scope:{scope_token(self._workspace)} {required}"
        return self._nearest("match/chunks_by_text", query=query)

    def _nearest(self, statement: str, **sought: Any) -> list[Row]:
        """Return the chunks that an index proposes; in a view it is asked for more, since it knows no views."""
        found: list[Row] = []
        for limit in (NEIGHBOURS,) if self._graph.view is None else MORE_NEIGHBOURS:
            found = self._graph.run(statement, workspace=self._workspace, limit=limit, **sought)
            if len(found) >= NEIGHBOURS:
                break
        return found[:NEIGHBOURS]


def _confined(cues: list[Cue]) -> set[str] | None:
    """Return the chapters that hold all names and dates of a question; None if it names none that is known."""
    held = [set(cue.hits) for cue in cues if cue.hits]
    return set.intersection(*held) if held else None


def _is_strong(span: Span) -> bool:
    """Say whether a phrase can't only belong to how it is asked: a capitalised one, or one for what takes place."""
    return span.text[0].isupper() or names_occasion(span.text)


def _uids(rows: list[Row], label: str) -> list[str]:
    """Return the uids of the rows of a label."""
    return sorted(row["uid"] for row in rows if row["label"] == label)


def _hits(rows: Iterable[Row]) -> dict[str, Hit]:
    """Gather rows by chapter."""
    hits: dict[str, Hit] = {}
    for row in rows:
        old = hits.get(row["chapter"], Hit(0, frozenset()))
        hits[row["chapter"]] = Hit(old.weight + row["weight"], old.scenes | frozenset(row["scenes"]))
    return hits


def _looked(near: list[Row], worded: list[Row]) -> dict[str, Likeness]:
    """Return how near the chapters of some chunks are to a phrase, and whether one has all of its words."""
    found = {row["chapter"]: Likeness(0.0, frozenset(), worded=1.0) for row in worded}
    for row in near:
        old = found.get(row["chapter"], Likeness(0.0, frozenset()))
        score = max(old.score, row["score"])
        found[row["chapter"]] = old._replace(score=score, meaning=score)
    return found


def content_hits(near: list[Row], worded: list[Row], least: float) -> dict[str, Hit]:
    """Return the chapters that hold a phrase, by meaning or by words.

    Args:
        near: Chunks from the vector index, with scores in 0..1.
        worded: Chunks that hold all of the phrase's words.
        least: Score at which a chunk's meaning alone will do.
    """
    scored = [{**row, "weight": row["score"], "scenes": [row["scene"]]} for row in near if row["score"] >= least]
    scored += [{**row, "weight": 1.0, "scenes": [row["scene"]]} for row in worded]
    return _hits(scored)
