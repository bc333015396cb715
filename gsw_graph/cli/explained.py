"""Why an answer is as it is, in sections beneath it; all that texts and questions say passes through `plain`."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.constrain import Constrain
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from gsw_graph.cli import render

if TYPE_CHECKING:
    from gsw_graph.explanation import (
        BudgetSpent,
        ChapterRef,
        ChapterScore,
        ContextPart,
        CueExplained,
        Explanation,
    )
    from gsw_graph.views import Answer

WIDTH = 100
"""Columns that an explanation takes at most."""
MOST_SHOWN = 10
"""Rows of a section; JSON has all."""
MOST_SCORES = 5
"""Scores of a cue."""
Row = Sequence[RenderableType]


def answer(said: "Answer") -> RenderableType:
    """Return an answer with why it is as it is.

    Args:
        said: The answer; as it is without, if it has no explanation.
    """
    shown = render.answer(said)
    if said.explanation is None:
        return shown
    return Group(shown, *(Constrain(part, WIDTH) for part in _sections(said, said.explanation)))


def _sections(said: "Answer", why: "Explanation") -> Iterable[RenderableType]:
    """Yield the sections of an explanation."""
    yield from _section("Question", _question(said, why))
    yield from _section("Cues", _cues(why.cues))
    yield from _section("Chosen by", _cues(why.chosen_by))
    yield from _section("Looked up", _lookup(why))
    yield from _section("Chapters with some of the cues" if why.partial else "Chapters kept", _kept(why))
    yield from _section("Chapters dropped", _dropped(why))
    yield from _section("Items", _items(why))
    yield from _section("Left out of the items", _left_out(why))
    yield from _section("Budget", _budget(why.budget))


def _section(heading: str, found: list[Row]) -> Iterable[RenderableType]:
    """Yield a heading with its rows; nothing if there are none."""
    if found:
        yield ""
        yield Text(heading, style="bold")
        yield Padding(_grid(found), (0, 0, 0, 2))


def _grid(found: Iterable[Row]) -> Table:
    """Return rows with their columns aligned; what is short stays on one line."""
    rows = list(found)
    grid = Table.grid(padding=(0, 2, 0, 0))
    for at in range(max(map(len, rows), default=0)):
        grid.add_column(overflow="fold", no_wrap=all(_is_short(row, at) for row in rows))
    for row in rows:
        grid.add_row(*row)
    return grid


def _is_short(row: Row, at: int) -> bool:
    """Say whether a cell is short enough to stay on one line."""
    return at >= len(row) or (isinstance(row[at], Text) and len(str(row[at])) <= 12)


def _named(name: str, value: object) -> Row:
    """Return a fact with its name."""
    return render.text(name, "dim"), render.text(value)


def _more(count: int, what: str) -> list[Text]:
    """Return how many more there are; nothing if there are none."""
    return [render.text(f"and {count:,} more {what}", "dim")] if count > 0 else []


def _where(chapter: "ChapterRef | None") -> str:
    """Return where a chapter stands: by its title, or its number if it has none."""
    return "" if chapter is None else f"{chapter.document}, {chapter.title or f'chapter {chapter.chapter}'}"


def _question(said: "Answer", why: "Explanation") -> list[Row]:
    """Return how the question was read, and what settled it."""
    read = why.question
    marks = {"how many": read.counted, "main person only": read.main_only, "what is not": read.negated}
    asked = [read.want.replace("_", " or "), read.order, *(mark for mark, holds in marks.items() if holds)]
    found = [_named("asks for", ", ".join(filter(None, asked)))]
    found += [_named("date", f"{date.phrase} = {date.edtf}") for date in read.dates]
    found.append(_named("arm", f"{read.arm}: {read.arm_about}"))
    if said.view:
        parts = [said.view.as_of, *said.view.told_until, said.view.known_at]
        found.append(_named("view", ", ".join(filter(None, parts))))
    return [*found, _named("outcome", why.outcome)]


def _cues(cues: "Sequence[CueExplained]") -> list[Row]:
    """Return what a question names, and what that was matched with."""
    return [(render.text(cue.kind, "dim"), render.text(cue.phrase), _matched(cue)) for cue in cues]


def _matched(cue: "CueExplained") -> RenderableType:
    """Return what a cue was matched with."""
    nodes = cue.matched[:MOST_SHOWN]
    lines: list[RenderableType] = [render.text(cue.said)]
    lines += [render.text(f"= {node.name} ({node.uid})", "dim") for node in nodes]
    lines += _more(len(cue.matched) - len(nodes), f"{cue.kind}s")
    if cue.scores:
        lines.append(_grid(map(_score, cue.scores[:MOST_SCORES])))
        lines += _more(len(cue.scores) + cue.others - MOST_SCORES, "compared")
    return Group(*lines)


def _score(one: "ChapterScore") -> Row:
    """Return how much a chapter is like a phrase."""
    words = f", {one.worded:.0%} of its words" if one.worded else ""
    cells = (f"{one.score:.3f}", _where(one.chapter), f"meaning {one.meaning:.3f}{words}")
    return [render.text(cell, "" if one.enough else "dim") for cell in cells]


def _lookup(why: "Explanation") -> list[Row]:
    """Return by what verb, role or name the answer was looked up."""
    one = why.lookup
    if one is None:
        return []
    found = [_named(f"by {one.by}", ", ".join(one.said))]
    for name, values in (("asks for its", one.slots), ("with", one.named), ("that says", one.words)):
        if values:
            found.append(_named(name, ", ".join(values)))
    led = f"{one.found} item{'' if one.found == 1 else 's'}" if one.found else "nothing"
    found.append(_named("led to", f"{led}; nothing else may answer" if one.exclusive else led))
    return found + [_named("in", _where(chapter)) for chapter in why.led_to[:MOST_SHOWN]]


def _kept(why: "Explanation") -> list[Row]:
    """Return the chapters that were chosen."""
    found: list[Row] = []
    for one in why.kept[:MOST_SHOWN]:
        scenes = "" if one.scenes is None else f"scene {', '.join(map(str, one.scenes))}"
        score = "" if one.score is None else f"{one.score:.2f}"
        cells = (f"{one.rank}.", score, scenes, _where(one.chapter), one.why)
        found.append([render.text(cell) for cell in cells])
    return found + _last(len(why.kept) - MOST_SHOWN, "kept", 5)


def _dropped(why: "Explanation") -> list[Row]:
    """Return the chapters that were not."""
    found: list[Row] = [(render.text(_where(one.chapter)), render.text(one.why)) for one in why.dropped]
    return found + _last(why.others_dropped, "dropped", 2)


def _items(why: "Explanation") -> list[Row]:
    """Return each item with what proves it."""
    found: list[Row] = []
    for one in why.items[:MOST_SHOWN]:
        proof = Group(render.text(f"{one.proof_label} {one.proof_uid}", "dim"), render.text(_where(one.chapter), "dim"))
        many = f"{one.passages} passage{'' if one.passages == 1 else 's'}"
        found.append((render.text(one.text), render.text(one.source), render.text(many), proof))
    return found + _last(len(why.items) - MOST_SHOWN, "items", 4)


def _left_out(why: "Explanation") -> list[Row]:
    """Return what could have been an item."""
    found: list[Row] = [
        (render.text(one.text), render.text(_where(one.chapter)), render.text(one.why)) for one in why.left_out
    ]
    return found + _last(why.others_left_out, "left out", 3)


def _budget(spent: "BudgetSpent") -> list[Row]:
    """Return what went into the context, and what time it took."""
    chapters = f", of {spent.max_chapters} chapters at most" if spent.max_chapters else ""
    shown, left = len(spent.shown), len(spent.left_out) + spent.others
    what = spent.shows if shown != 1 else {"passages": "passage", "summaries": "summary"}[spent.shows]
    rest = f", {left:,} left out" if left else ""
    found = [
        _named("context", f"{spent.spent:,} of {spent.allowed:,} tokens{chapters}: {shown:,} {what} shown{rest}"),
    ]
    if spent.shown:
        more = _more(shown - MOST_SHOWN, "shown")
        found.append((render.text("shown", "dim"), Group(_grid(map(_part, spent.shown[:MOST_SHOWN])), *more)))
    if spent.left_out:
        more = _more(spent.others, "left out")
        found.append((render.text("left out", "dim"), Group(_grid(map(_part, spent.left_out)), *more)))
    seconds = ", ".join(f"{part} {value:.2f} s" for part, value in spent.seconds.items())
    return [*found, _named("time", seconds)]


def _part(one: "ContextPart") -> Row:
    """Return a summary or passage."""
    score = "" if one.score is None else f"{one.score:.2f}"
    cells = (f"{one.tokens:,} tokens", score, one.name, _where(one.chapter), one.why)
    return [render.text(cell) for cell in cells]


def _last(count: int, what: str, columns: int) -> list[Row]:
    """Return a row that says how many more there are; none if there are none."""
    return [[*[""] * (columns - 1), *more] for more in [_more(count, what)] if more]
