"""Answers, entities and reports as people read them; all that texts say passes through `plain`."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from gsw_graph.cli.plain import line, lines

if TYPE_CHECKING:
    from gsw_graph.ingest import DocumentReport
    from gsw_graph.server import Status
    from gsw_graph.views import Answer, EntityView, Evidence, TimelineRow, View


TOLD_IN = 11
"""Characters that the column has at least that says where a row is told."""
UNDATED = "undated"
"""Stands where a date would, where a view asks for days."""


def text(value: object, style: str = "") -> Text:
    """Return a value as one harmless line.

    Args:
        value: Anything.
        style: How it looks.
    """
    return Text(line(str(value)), style=style, overflow="fold")


def table(*headings: str) -> Table:
    """Return an empty table.

    Args:
        *headings: Of its columns.
    """
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1))
    for heading in headings:
        made.add_column(heading, overflow="fold")
    return made


def rows(made: Table, cells: Iterable[Sequence[object]]) -> Table:
    """Return a table with rows added.

    Args:
        made: The table.
        cells: Values by row.
    """
    for row in cells:
        made.add_row(*(text(cell) for cell in row))
    return made


def answer(said: "Answer") -> RenderableType:
    """Return an answer with its numbered evidence.

    Args:
        said: The answer.
    """
    parts: list[RenderableType] = [text(part, "bold") for part in said.text.splitlines()]
    for number, passage in enumerate(said.evidence, 1):
        parts.append(_evidence(number, passage, many=len(said.items) > 1))
    if said.abstained and said.cues:
        parts.append(text(f"The question was understood to name: {'; '.join(said.cues)}.", "dim"))
    parts += [text(f"Note: {note}", "yellow") for note in said.notes]
    if said.view:
        parts.append(text(_view(said.view), "dim"))
    if said.model:
        parts.append(text(bill(said), "dim"))
    return Group(*parts)


def bill(said: "Answer") -> str:
    """Return what an answer of a model took.

    Args:
        said: The answer.
    """
    if not (said.paid_in or said.paid_out):
        return f"{said.model}, nothing new to pay for"
    cost = "price not known" if said.cost is None else f"${said.cost:.4f}"
    return f"{said.model}, {said.paid_in:,} tokens in, {said.paid_out:,} out, {cost}"


def _evidence(number: int, passage: "Evidence", *, many: bool) -> RenderableType:
    """Return one passage: what it supports, where it stands, what it says."""
    head = Text(f"[{number}] ")
    if many:
        head.append_text(text(passage.item)).append("  ")
    head.append_text(text(f"{passage.document}, {_chapter(passage)}{_page(passage)}", "dim"))
    quote = Text("“", overflow="fold").append_text(text(passage.quote)).append("”")
    return Group(head, Padding(quote, (0, 0, 0, 4)))


def _chapter(passage: "Evidence") -> str:
    """Return a chapter's title, or its number if it has none."""
    return passage.chapter_title or f"chapter {passage.chapter}"


def _page(told: "Evidence | TimelineRow") -> str:
    """Return where in a document with pages something stands."""
    return "" if told.page is None else f", p. {told.page}"


def entities(views: "Sequence[EntityView]") -> RenderableType:
    """Return each entity with its timeline.

    Args:
        views: Who bears the name.
    """
    parts: list[RenderableType] = []
    if len(views) > 1:
        parts.append(text(f"{len(views)} entities bear this name; gsw show UID shows one of them.", "italic"))
    for view in views:
        parts += [
            _who(view),
            _timeline(view),
            *(text(f"Note: {note}", "yellow") for note in view.notes),
            *([text(_view(view.view), "dim")] if view.view else ()),
            "",
        ]
    return Group(*parts[:-1])


def _timeline(view: "EntityView") -> RenderableType:
    """Return the rows of an entity."""
    if not view.rows:
        return text("No dated or placed rows.", "dim")
    return _Timeline(view.rows, UNDATED if view.view and view.view.as_of else "")


def _view(view: "View") -> str:
    """Return a view in words."""
    parts = [f"as of {view.as_of}"] if view.as_of else []
    chapters = [one if ":" in one else f"chapter {one}" for one in view.told_until]
    parts += [f"told until {', '.join(chapters)}"] if chapters else []
    parts += [f"known at {view.known_at}"] if view.known_at else []
    return f"The memory {', '.join(parts)}."


def cast(found: Sequence[Mapping[str, Any]], view: "View | None" = None) -> RenderableType:
    """Return who and what is named most.

    Args:
        found: Their rows.
        view: The view in which they are shown, if it is one.
    """
    made = table("name", "is", "mentions", "uid")
    shown = rows(made, ((row["name"], ", ".join(row["kinds"]), row["mentions"], row["uid"]) for row in found))
    return Group(shown, text(_view(view), "dim")) if view else shown


def _who(view: "EntityView") -> RenderableType:
    """Return who an entity is."""
    facts = [
        ("is", ", ".join(view.kinds) or view.label.lower()),
        ("also named", ", ".join(name for name in view.names if name != view.name)),
        ("roles", ", ".join(view.roles)),
        ("states", ", ".join(view.states)),
        ("in", f"{', '.join(view.documents)} ({view.mentions} mentions)"),
        ("uid", view.uid),
    ]
    grid = Table.grid(padding=(0, 2))
    for name, value in facts:
        if value:
            grid.add_row(text(name, "dim"), text(value))
    return Group(text(view.name, "bold"), grid)


class _Timeline:
    """The dated rows of an entity: on a terminal the columns share its width, in a pipe each row stays one line."""

    def __init__(self, told: "Sequence[TimelineRow]", undated: str = "") -> None:
        self._told = told
        self._undated = undated

    def __rich_console__(self, _: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the table that fits."""
        made = table("when", "told in", "kind", "what", "where", "with", "quote")
        made.columns[0].no_wrap = made.columns[2].no_wrap = True
        if options.is_terminal:
            made.expand = True
            made.columns[1].max_width = max(TOLD_IN, options.max_width // 8)
            for column, ratio in zip(made.columns[3:], (7, 6, 6, 9), strict=True):
                column.ratio = ratio
        yield rows(made, (_cells(row, self._undated) for row in self._told))


def _cells(row: "TimelineRow", undated: str) -> tuple[str, ...]:
    """Return a row's cells; `undated` stands for no date."""
    place = f"{row.document} {row.chapter}{_page(row)}"
    return _when(row) or undated, place, row.kind, row.what, row.place, ", ".join(row.companions), row.quote


def _when(row: "TimelineRow") -> str:
    """Return a row's date, marked if its passage only inherits it."""
    return f"~{row.when}" if row.when and row.inherited else row.when


_LOOKS = {"done": "green", "unchanged": "dim", "skipped": "yellow", "failed": "bold red"}


def report(one: "DocumentReport") -> RenderableType:
    """Return what became of a document.

    Args:
        one: Its report.
    """
    said = Text(f"{one.status:<9} ", style=_LOOKS[one.status], overflow="fold").append_text(text(one.key))
    facts = [line(one.reason)] if one.reason else []
    if one.status == "done":
        facts.append(f"{one.chunks} chunks, {one.read} read in this run, {one.seconds:.1f} s")
    if one.refused:
        facts.append(f"{one.refused} records refused")
    if facts:
        said.append(f": {'; '.join(facts)}")
    notes = (Padding(Text("note: ").append_text(text(note)), (0, 0, 0, 10)) for note in one.notes)
    return Group(said, *notes)


def reports(all_of_them: "Sequence[DocumentReport]") -> RenderableType:
    """Return how many documents ended in which way.

    Args:
        all_of_them: The reports of a run.
    """
    counts = Counter(one.status for one in all_of_them)
    if not counts:
        return text("There is nothing to read there.")
    said = ", ".join(f"{counts[status]} {status}" for status in _LOOKS if counts[status])
    return text(f"{len(all_of_them)} document{'s' if len(all_of_them) > 1 else ''}: {said}")


def workspaces(found: Sequence[Mapping[str, Any]]) -> RenderableType:
    """Return the workspaces of a database.

    Args:
        found: Their rows.
    """
    made = table("workspace", "operator", "embedder", "created")
    return rows(
        made,
        ((row["workspace"], row["operator"], row["embedder"], str(row["created_at"])[:16]) for row in found),
    )


def facts(found: Mapping[str, object]) -> RenderableType:
    """Return names and values, one on each line, never broken: addresses are there to be copied.

    Args:
        found: The values by name.
    """
    grid = Text(no_wrap=True, overflow="ignore")
    width = max(len(name) for name in found) + 2
    for name, value in found.items():
        grid.append(f"{name:<{width}}", style="dim")
        grid.append(lines(str(value)).replace("\n", "\n" + " " * width) + "\n")
    grid.right_crop(1)
    return grid


def server_status(found: "Status") -> RenderableType:
    """Return what is known about the managed database.

    Args:
        found: Its status.
    """
    shown: dict[str, object] = {"home": found.home, "running": "yes" if found.running else "no"}
    if found.running:
        shown |= {"uri": found.uri, "http uri": found.http_uri, "pid": found.pid, "memory": _mib(found.rss)}
    return facts(shown | {"store": _mib(found.store_bytes)})


def _mib(size: int) -> str:
    """Return bytes in the unit that suits a database."""
    return f"{size / 2**20:,.0f} MiB"
