"""A small language with an Operator that reads it exactly, and an embedder of word lengths.

Its sentences state roles, states, events, places, dates and questions, so that worlds can be generated in which
every rule of the Reconciler has work, and whose right graph depends on nothing but the text.
"""

import hashlib
import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import Any

import numpy as np

from gsw_graph.embed import Vectors
from gsw_graph.extract import Operator
from gsw_graph.records import (
    About,
    Annotation,
    Chapter,
    Chunk,
    Claim,
    DateValue,
    Extraction,
    Mention,
    MentionKind,
    Quote,
)

DIMENSION = 384
"""That of the built-in embedder, since all workspaces of a database share its vector index."""
PEOPLE = ("Ana Reyes", "Bo Lind", "Cleo Marsh", "Ana", "Bo", "Marsh", "Ana M. Reyes", "Ana B. Reyes")
THINGS = ("Lumen", "the ferry", "Vega", "LMN")
PLACES = ("Porto", "Gate Nine", "Old Mill")
DATES = ("2019-05-01", "2020-11-30", "2021-02-03")
ROLES = ("mayor", "courier", "witness")
STATES = ("tired", "missing")
VERBS = ("meets", "warns", "follows")


def _any(words: Sequence[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


_NAME = _any((*PEOPLE, *THINGS))
_ATTRIBUTE = re.compile(
    rf"(?P<a>{_NAME}) (?P<p>is not|may be|is) (?:a (?P<role>{_any(ROLES)})"
    rf"|(?P<state>{_any(STATES)})(?: as (?P<within>{_any(ROLES)}))?)"
    rf"(?: from (?P<from>{_any(DATES)}) to (?P<to>{_any(DATES)}))?"
)
_EVENT = re.compile(
    rf"(?P<a>{_NAME}) (?P<verb>{_any(VERBS)}) (?P<b>{_NAME})(?: in (?P<place>{_any(PLACES)}))?"
    rf"(?: on (?P<date>{_any(DATES)}))?"
)
_CHANGE = re.compile(rf"(?P<a>{_NAME}) (?P<verb>makes|unmakes) (?P<b>{_NAME}) a (?P<role>{_any(ROLES)})")
_BECOMES = re.compile(
    rf"(?P<a>{_NAME}) (?P<verb>becomes|stops being) a (?P<role>{_any(ROLES)})(?: on (?P<date>{_any(DATES)}))?"
)
_TOGETHER = re.compile(rf"(?P<a>{_NAME}) and (?P<b>{_NAME}) are together")
_STANDS = re.compile(
    rf"(?P<a>{_NAME}) stands at (?P<place>{_any(PLACES)})(?:, (?P<outer>{_any(PLACES)}))?"
    rf"(?: on (?P<date>{_any(DATES)}))?"
)
_GOES = re.compile(rf"(?P<a>{_NAME}) (?:(?P<out>walks out)|goes to (?P<place>{_any(PLACES)}))")
_CALLED = re.compile(r"(?P<a>Lumen|Vega) is called (?P<b>LMN)")
_QUESTION = re.compile(rf"Who (?P<verb>{_any(VERBS)}) (?P<a>{_NAME})")
_WHERE = re.compile(rf"Where is (?P<a>{_NAME})")
_POLARITY: dict[str, Any] = {"is": "asserted", "is not": "negated", "may be": "possible"}


class Found:
    """Collects the records of one chunk."""

    def __init__(self, chunk: Chunk) -> None:
        self.chunk = chunk
        self.mentions: dict[str, Mention] = {}
        self.claims: list[Claim] = []

    def mention(self, start: int, text: str, kind: MentionKind) -> str:
        name = f"m{start}"
        quote = Quote(start=start, end=start + len(text), text=text)
        form: Any = "nominal" if text.startswith("the ") else "name"
        value = day(text) if kind == "date" else None
        self.mentions[name] = Mention(id=name, kind=kind, name=text, form=form, quote=quote, date=value)
        return name

    def called(self, name: str, start: int, alias: str) -> None:
        quote = Quote(start=start, end=start + len(alias), text=alias)
        self.mentions[f"m{start}"] = Mention(id=f"m{start}", kind="organisation", name=name, form="alias", quote=quote)

    def claim(self, kind: Any, label: str, match: re.Match[str], about: dict[str, str], **more: Any) -> str:
        name = f"c{len(self.claims)}"
        quote = Quote(start=match.start(), end=match.end(), text=match.group())
        parts = tuple(About(target=target, valence=valence) for target, valence in about.items())
        self.claims.append(Claim(id=name, kind=kind, label=label, quote=quote, about=parts, **more))
        return name

    def group(self, match: re.Match[str], group: str) -> str:
        text = match.group(group)
        kind: MentionKind = "person" if text in PEOPLE else "other" if text.startswith("the ") else "organisation"
        if group in {"from", "to", "date"}:
            kind = "date"
        elif group in {"place", "outer"}:
            kind = "place"
        return self.mention(match.start(group), text, kind)


def day(text: str) -> DateValue:
    number = (date.fromisoformat(text) - date(1970, 1, 1)).days
    return DateValue(phrase=text, edtf=text, earliest=number, latest=number, precision="day")


class FakeOperator(Operator):
    """Reads the small language; can count, wait, and fail where a test says so.

    Args:
        seconds: How long each chunk takes.
        fails: Is asked before each chunk; a reason makes the reading fail.
        reply: What it says to every chunk instead of reading it.
    """

    name = "fake-1"

    def __init__(
        self,
        *,
        seconds: float = 0,
        fails: Callable[[Chunk], str] = lambda _: "",
        reply: Callable[[Chunk], Extraction] | None = None,
    ) -> None:
        self.read: list[str] = []
        self._seconds = seconds
        self._fails = fails
        self._reply = reply
        self._lock = threading.Lock()

    def annotate(self, chapter: Chapter, chunks: Sequence[Chunk]) -> list[Chunk]:
        """Say of each chunk without a place where the last one was, as a scene does."""
        return list(self._annotated(chunks))

    def _annotated(self, chunks: Sequence[Chunk]) -> Iterator[Chunk]:
        place: tuple[int, str] | None = None
        scene = 0
        for chunk in chunks:
            said = re.search(rf" in ({_any(PLACES)})", chunk.text)
            if said:
                scene += place is not None and place[1] != said[1]
                place = chunk.start + said.start(1), said[1]
            elif place:
                start = place[0] - chunk.start
                quote = Quote(start=start, end=start + len(place[1]), text=place[1])
                note = Annotation(role="scene_place", name=place[1], kind="place", quote=quote)
                chunk = chunk.model_copy(update={"annotations": (note,)})
            yield chunk.model_copy(update={"scene": scene})

    def extract(self, chunk: Chunk) -> Extraction:
        """Return what a chunk says."""
        with self._lock:
            self.read.append(chunk.text)
        time.sleep(self._seconds)
        reason = self._fails(chunk)
        if reason:
            raise RuntimeError(reason)
        if self._reply:
            return self._reply(chunk)
        found = Found(chunk)
        for note in chunk.annotations:
            found.mention(note.quote.start, note.quote.text, note.kind)
        for match in _ATTRIBUTE.finditer(chunk.text):
            _attribute(found, match)
        for match in _EVENT.finditer(chunk.text):
            _event(found, match)
        for match in _CHANGE.finditer(chunk.text):
            _change(found, match)
        for match in _BECOMES.finditer(chunk.text):
            _becomes(found, match)
        for match in _CALLED.finditer(chunk.text):
            found.group(match, "a")
            found.called(match["a"], match.start("b"), match["b"])
        for form, read in _WHEREABOUTS:
            for match in form.finditer(chunk.text):
                read(found, match)
        for match in (*_QUESTION.finditer(chunk.text), *_WHERE.finditer(chunk.text)):
            found.claim("question", match.group(), match, {found.group(match, "a"): "asks_about"})
        return Extraction(mentions=tuple(found.mentions.values()), claims=tuple(found.claims))


def _attribute(found: Found, match: re.Match[str]) -> None:
    about = {found.group(match, "a"): "bearer"}
    if match["from"]:
        about |= {found.group(match, "from"): "from", found.group(match, "to"): "to"}
    kind = "role" if match["role"] else "state"
    polarity = _POLARITY[match["p"]]
    if match["within"]:
        about[found.claim("role", match["within"], match, dict(about))] = "within"
    found.claim(kind, match[kind], match, about, polarity=polarity)


def _event(found: Found, match: re.Match[str]) -> None:
    agent, patient = found.group(match, "a"), found.group(match, "b")
    verb = found.claim("verb", match["verb"], match, {agent: "agent", patient: "patient"}, phrase=match.group())
    members = {agent: "member", patient: "member", verb: "member"}
    if match["place"]:
        found.claim("space", match["place"], match, {found.group(match, "place"): "place", **members})
    elif found.chunk.annotations:
        note = found.chunk.annotations[0]
        place = found.mention(note.quote.start, note.quote.text, "place")
        found.claim("space", note.name, match, {place: "place", **members}, source="inherited")
    if match["date"]:
        found.claim("time", match["date"], match, {found.group(match, "date"): "date", **members})


def _change(found: Found, match: re.Match[str]) -> None:
    agent, patient = found.group(match, "a"), found.group(match, "b")
    role = found.claim("role", match["role"], match, {patient: "bearer"})
    valence = "brings_about" if match["verb"] == "makes" else "ends"
    found.claim("verb", match["verb"], match, {agent: "agent", patient: "patient", role: valence})


def _becomes(found: Found, match: re.Match[str]) -> None:
    agent = found.group(match, "a")
    role = found.claim("role", match["role"], match, {agent: "bearer"})
    label, valence = ("become", "brings_about") if match["verb"] == "becomes" else ("stop being", "ends")
    verb = found.claim("verb", label, match, {agent: "agent", role: valence}, phrase=match.group())
    if match["date"]:
        found.claim("time", match["date"], match, {found.group(match, "date"): "date", agent: "member", verb: "member"})


def _together(found: Found, match: re.Match[str]) -> None:
    members = {found.group(match, "a"): "member", found.group(match, "b"): "member"}
    found.claim("space", "", match, members, source="inferred")
    found.claim("time", "", match, members, source="inferred")


def _stands(found: Found, match: re.Match[str]) -> None:
    members = {found.group(match, "a"): "member"}
    found.claim("space", match["place"], match, {found.group(match, "place"): "place", **members})
    if match["outer"]:
        found.group(match, "outer")
    if match["date"]:
        found.claim("time", match["date"], match, {found.group(match, "date"): "date", **members})


def _goes(found: Found, match: re.Match[str]) -> None:
    agent = found.group(match, "a")
    if match["out"]:
        verb = found.claim("verb", "walk out", match, {agent: "agent"}, phrase="walk out")
        found.claim("space", "", match, {agent: "member", verb: "member"}, source="inferred")
    else:
        place = found.group(match, "place")
        verb = found.claim("verb", "go", match, {agent: "agent", place: "goal"}, phrase=f"go to {match['place']}")
        found.claim("space", match["place"], match, {place: "place", agent: "member", verb: "member"})


_WHEREABOUTS = ((_TOGETHER, _together), (_STANDS, _stands), (_GOES, _goes))


class WordLengths:
    """An embedder without a model: texts with words of like lengths are near."""

    def __init__(self, name: str = "word-lengths", dimension: int = DIMENSION) -> None:
        self.name = name
        self.dimension = dimension

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one vector for each text."""
        return np.array([self.embed_query(text) for text in texts], np.float32).reshape(len(texts), self.dimension)

    def embed_query(self, text: str) -> Vectors:
        """Return the vector of a text."""
        vector = np.zeros(self.dimension, np.float32)
        for word in text.split():
            vector[(len(word) * 16 + hashlib.sha256(word.encode()).digest()[0] % 16) % self.dimension] += 1
        length = float(np.linalg.norm(vector))
        if not length:
            vector[0] = length = 1.0
        result: Vectors = vector / np.float32(length)
        return result
