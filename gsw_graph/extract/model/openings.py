"""The scenes of a window, with their places and dates, out of what a model says of where they begin."""

from collections.abc import Sequence
from typing import NamedTuple

from gsw_graph.dates import DateSpan
from gsw_graph.extract.model.cast import UNTOLD, Opening
from gsw_graph.extract.model.window import Spot, Window


class Scene(NamedTuple):
    """A run of chunks, with where its place and date are said; None where they are not."""

    first: int
    """Position of its first chunk in the window."""
    place: Spot | None
    date: Spot | None


def scenes_of(window: Window, openings: Sequence[Opening], dates: Sequence[Sequence[DateSpan]]) -> list[Scene]:
    """Return the scenes of a window, the first of which begins with it.

    A chunk belongs to the scene of most of its sentences. A place or date whose words are not in the window is not
    told; nor is a date that no calendar knows.

    Args:
        window: The window.
        openings: What the model says.
        dates: The date phrases of each chunk.
    """
    scenes = [Scene(0, None, None)]
    valid = [one for one in openings if 1 <= one.sentence <= len(window.sentences)]
    for opening in sorted(valid, key=lambda one: one.sentence):
        before = scenes[-1]
        place, date = before.place, before.date
        if opening.place:
            place = _place(window, opening)
        if opening.date:
            date = _date(window, opening, dates)
        scene = Scene(_first_chunk(window, opening.sentence), place, date)
        if scene.first == before.first:
            scenes[-1] = scene
        elif scene.first < len(window.chunks):
            scenes.append(scene)
    return scenes


def _first_chunk(window: Window, sentence: int) -> int:
    """Return the first chunk that has most of its sentences from a sentence on."""
    chunk = window.sentences[sentence - 1].chunk
    numbers = [number for number, one in enumerate(window.sentences, 1) if one.chunk == chunk]
    return chunk if 2 * numbers.index(sentence) <= len(numbers) else chunk + 1


def _place(window: Window, opening: Opening) -> Spot | None:
    """Return where a scene's place is said, as near to its first sentence as can be."""
    spots = [] if opening.place == UNTOLD else window.everywhere(opening.place)
    return min(spots, key=lambda one: window.distance(one, opening.sentence), default=None)


def _date(window: Window, opening: Opening, dates: Sequence[Sequence[DateSpan]]) -> Spot | None:
    """Return the date phrase in the words of a scene's date, as near to its first sentence as can be."""
    spots = [] if opening.date == UNTOLD else window.everywhere(opening.date)
    found = {
        Spot(spot.chunk, date.start, date.end)
        for spot in spots
        for date in dates[spot.chunk]
        if date.start < spot.end and spot.start < date.end
    }
    return min(found, key=lambda one: window.distance(one, opening.sentence), default=None)
