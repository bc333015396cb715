"""The local Operator: a spaCy parse and rules; no network, no key, the same output for the same input."""

from collections.abc import Iterable, Sequence
from typing import Literal

from gsw_graph.extract.also_called import AlsoCalled
from gsw_graph.extract.base import Operator
from gsw_graph.extract.books import Claims, Mentions
from gsw_graph.extract.changes import ranges
from gsw_graph.extract.coreference import Reader
from gsw_graph.extract.couplings import Couplings
from gsw_graph.extract.entities import Place, kind_here, name_entities
from gsw_graph.extract.events import Events
from gsw_graph.extract.frames import frames
from gsw_graph.extract.parse import Parse, Parser, quotations
from gsw_graph.extract.questions import Questions
from gsw_graph.extract.quotes import SPEECH
from gsw_graph.extract.roles import Roles
from gsw_graph.extract.scenes import Said, Scene, find_scenes
from gsw_graph.extract.states import States
from gsw_graph.extract.when import DatePhrase, chapter_dates, own_date
from gsw_graph.language import DEFAULT_PIPELINE, pipeline
from gsw_graph.records import About, Annotation, Chapter, Chunk, Extraction, MentionKind, Quote

SceneRole = Literal["scene_place", "scene_date"]
VERSION = 3
"""Raised whenever the output changes."""


class LocalOperator(Operator):
    """Reads English prose by rules over a spaCy parse.

    Args:
        model: Name of the spaCy pipeline.
    """

    def __init__(self, model: str = DEFAULT_PIPELINE) -> None:
        self.name = f"local-{VERSION}" if model == DEFAULT_PIPELINE else f"local-{VERSION}-{model}"
        self._model = model
        self._parser: Parser | None = None

    def annotate(self, chapter: Chapter, chunks: Sequence[Chunk]) -> list[Chunk]:
        """Read a whole chapter and return its chunks with annotations and scenes.

        Args:
            chapter: The chapter.
            chunks: Its chunks, in order.
        """
        texts = [chunk.text for chunk in chunks]
        parses = self._parses(texts)
        names = AlsoCalled(parses, name_entities(parses)).join()
        dates = chapter_dates(parses, own_date(chapter))
        names = [one for one in names if not _is_date(parses[one.chunk], one, dates[one.chunk])]
        scenes = find_scenes(parses, names, dates)
        places = Reader(parses, names, scenes).read()
        found: list[list[Annotation]] = [[] for _ in chunks]
        for place in places:
            found[place.chunk].append(_coreference(parses[place.chunk], place))
        for number, here in enumerate(dates):
            found[number] += [_date(chunks[number], one) for one in here]
        for number, scene in enumerate(scenes):
            for index in range(scene.first, scene.last + 1):
                chunk = chunks[index]
                annotations = sorted(found[index], key=lambda one: (one.quote.start, one.quote.end))
                annotations += _scene(scene, chunks, index)
                found[index] = []
                annotated = chunk.model_copy(update={"annotations": tuple(annotations), "scene": number})
                chunks = [*chunks[:index], annotated, *chunks[index + 1 :]]
        return list(chunks)

    def extract(self, chunk: Chunk) -> Extraction:
        """Return the mentions and claims of one chunk, from its text and annotations alone.

        Args:
            chunk: A chunk, as annotated.
        """
        parse = self._parses([chunk.text])[0]
        mentions = Mentions(parse, chunk.annotations)
        claims = Claims(parse)
        found = frames(parse)
        roles = Roles(parse, mentions, claims)
        roles.find(found)
        states = States(parse, mentions, claims)
        states.find(found)
        events = Events(parse, mentions, claims)
        events.find(found, _speakers(parse, mentions))
        for by_verb in (roles.by_verb, states.by_verb):
            for verb, links in by_verb.items():
                if verb in events.by_verb:
                    more = [About(target=uid, valence=valence) for valence, uid in links]
                    claims.extend(events.by_verb[verb], more)
        for verb, dates in ranges(parse, mentions).items():
            for uid in (*roles.said.get(verb, ()), *states.said.get(verb, ())):
                claims.extend(uid, dates)
        Questions(parse, mentions, claims).find(found, events.by_verb)
        Couplings(parse, mentions, claims, chunk.annotations).find(found, events.by_verb)
        return Extraction(mentions=tuple(mentions.records), claims=tuple(claims.records))

    def _parses(self, texts: Iterable[str]) -> list[Parse]:
        if self._parser is None:
            self._parser = Parser(pipeline(self._model))
        return self._parser.all(texts)


def _is_date(parse: Parse, place: Place, dates: Sequence[DatePhrase]) -> bool:
    start, end = parse.starts[place.first], parse.ends[place.last]
    return any(one.start < end and start < one.end for one in dates)


def _coreference(parse: Parse, place: Place) -> Annotation:
    start, end = parse.starts[place.first], parse.ends[place.last]
    quote = Quote(start=start, end=end, text=parse.text[start:end])
    return Annotation(
        role="coreference",
        name=place.entity.name,
        kind=kind_here(parse, place),
        quote=quote,
        confidence=place.confidence,
    )


def _date(chunk: Chunk, one: DatePhrase) -> Annotation:
    quote = Quote(start=one.start, end=one.end, text=chunk.text[one.start : one.end])
    return Annotation(role="coreference", name=quote.text, kind="date", quote=quote, date=one.value)


def _scene(scene: Scene, chunks: Sequence[Chunk], index: int) -> list[Annotation]:
    """Return what a scene lends to one of its chunks."""
    said: list[tuple[SceneRole, MentionKind, Said | None]] = [
        ("scene_place", "place", scene.place),
        ("scene_date", "date", scene.date),
    ]
    return [
        Annotation(
            role=role,
            name=one.name,
            kind=kind,
            quote=_outside(one, chunks, index),
            confidence=one.confidence,
            date=one.date,
        )
        for role, kind, one in said
        if one is not None
    ]


def _outside(said: Said, chunks: Sequence[Chunk], index: int) -> Quote:
    """Return where a place or date is said, relative to another chunk."""
    shift = chunks[said.chunk].start - chunks[index].start
    text = chunks[said.chunk].text[said.start : said.end]
    return Quote(start=said.start + shift, end=said.end + shift, text=text)


def _speakers(parse: Parse, mentions: Mentions) -> dict[int, list[str]]:
    """Return the mentions of the speaker for each token in quotation marks, where the chunk names one."""
    found: dict[int, list[str]] = {}
    for first, last in quotations(parse.words):
        near = [*range(last + 1, min(last + 8, len(parse))), *range(max(first - 8, 0), first)]
        for token in near:
            if parse.lemmas[token] in SPEECH and parse.pos[token] == "VERB":
                ids = mentions.actors(parse.kids(token, "nsubj"))
                if ids:
                    found.update({inside: ids for inside in range(first, last + 1)})
                    break
    return found
