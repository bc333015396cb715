"""What a model says of a window of a chapter, as annotations of its chunks: who is who, and where scenes begin."""

from collections.abc import Iterator, Sequence
from typing import Literal

from gsw_graph.extract.model.cast import Cast, read_actor, read_opening
from gsw_graph.extract.model.dating import date_spans, dates_of, said_on
from gsw_graph.extract.model.openings import Scene, scenes_of
from gsw_graph.extract.model.render import window_text
from gsw_graph.extract.model.who import Meant, meanings
from gsw_graph.extract.model.window import Spot, Window
from gsw_graph.extract.when import DatePhrase
from gsw_graph.language import count_tokens
from gsw_graph.names import fold
from gsw_graph.records import Annotation, Chapter, Chunk, DateValue, MentionKind, Quote

MOST_TOKENS = 3_000
"""How long a window is at most, in o200k tokens."""
_NAMED, _MEANT, _SCENE = 1.0, 0.9, 0.8
"""How sure a name is, other words for an actor, and a scene's place or date."""


def parts_of(chunks: Sequence[Chunk]) -> list[list[Chunk]]:
    """Return the chunks of a chapter in runs that a model can take at once.

    Args:
        chunks: In order.
    """
    parts: list[list[Chunk]] = []
    room = 0
    for chunk in chunks:
        tokens = count_tokens(window_text([chunk]))
        if not parts or tokens > room:
            parts.append([])
            room = MOST_TOKENS
        parts[-1].append(chunk)
        room -= tokens
    return parts


def annotated(chapter: Chapter, chunks: Sequence[Chunk], cast: Cast) -> list[Chunk]:
    """Return the chunks of a window with annotations and scenes, the scenes numbered from 0.

    An actor whose name is not in the window, and whatever else has no words there, is left out. Dates are found and
    resolved by rule; the model only says which of them a scene has.

    Args:
        chapter: Their chapter.
        chunks: The chunks of the window, in order.
        cast: What the model says of it.
    """
    window = Window(chunks)
    actors = [actor for note in cast.actors if (actor := read_actor(note))]
    openings = [opening for note in cast.scenes if (opening := read_opening(note))]
    spans = date_spans(chunks)
    scenes = scenes_of(window, openings, spans)
    known = {(scene.date.chunk, scene.date.start) for scene in scenes if scene.date}
    dates = dates_of(chapter, chunks, spans, known)
    ends = [*(scene.first for scene in scenes[1:]), len(chunks)]
    at = [number for number, (scene, end) in enumerate(zip(scenes, ends, strict=True)) for _ in range(scene.first, end)]
    dates = said_on(dates, [next(iter(_values(scenes[number].date, dates)), None) for number in at])
    who = [one for one in meanings(window, actors) if not _is_date(one.spot, dates[one.spot.chunk])]
    found: list[Chunk] = []
    for position, number in enumerate(at):
        here = [_coreference(window, one) for one in who if one.spot.chunk == position]
        here += [_date(chunks[position], one) for one in dates[position]]
        here.sort(key=lambda one: (one.quote.start, one.quote.end))
        here += _scene(window, scenes[number], position, who, dates)
        found.append(chunks[position].model_copy(update={"annotations": tuple(here), "scene": number}))
    return found


def _is_date(spot: Spot, dates: Sequence[DatePhrase]) -> bool:
    return any(one.start < spot.end and spot.start < one.end for one in dates)


def _coreference(window: Window, one: Meant) -> Annotation:
    return Annotation(
        role="coreference",
        name=one.name,
        kind=one.kind,
        quote=_quote(window, one.spot, one.spot.chunk),
        confidence=_NAMED if one.named else _MEANT,
    )


def _date(chunk: Chunk, one: DatePhrase) -> Annotation:
    quote = Quote(start=one.start, end=one.end, text=chunk.text[one.start : one.end])
    return Annotation(role="coreference", name=quote.text, kind="date", quote=quote, date=one.value)


def _scene(
    window: Window, scene: Scene, position: int, who: Sequence[Meant], dates: Sequence[Sequence[DatePhrase]]
) -> Iterator[Annotation]:
    """Yield what a scene lends to one of its chunks."""
    if scene.place:
        said = window.text(scene.place)
        places = {fold(window.text(one.spot)): one.name for one in who if one.kind == "place"}
        yield _lent("scene_place", "place", places.get(fold(said), said), _quote(window, scene.place, position), None)
    for value in _values(scene.date, dates):
        assert scene.date is not None
        yield _lent("scene_date", "date", value.phrase, _quote(window, scene.date, position), value)


def _values(date: Spot | None, dates: Sequence[Sequence[DatePhrase]]) -> list[DateValue]:
    """Return the value of a scene's date, if it has one."""
    return [one.value for one in dates[date.chunk] if one.start == date.start] if date else []


def _lent(
    role: Literal["scene_place", "scene_date"], kind: MentionKind, name: str, quote: Quote, date: DateValue | None
) -> Annotation:
    return Annotation(role=role, name=name, kind=kind, quote=quote, confidence=_SCENE, date=date)


def _quote(window: Window, spot: Spot, position: int) -> Quote:
    """Return the words at a place, relative to one of the chunks."""
    shift = window.chunks[spot.chunk].start - window.chunks[position].start
    return Quote(start=spot.start + shift, end=spot.end + shift, text=window.text(spot))
